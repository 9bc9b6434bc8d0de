//@ kind: exception
//@ property: deadlock,exception,assertion
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A synchronized list is not locked while it is iterated. */
public class SynchronizedIteration {
    static final List<Integer> LIST = Collections.synchronizedList(new ArrayList<>(List.of(1)));

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(SynchronizedIteration::other);
        other.start();
        int sum = 0;
        for (int each : LIST) sum += each; //~ exception
        assert sum > 0;
        other.join();

    }

    static void other() {
        LIST.add(2);
    }
}
