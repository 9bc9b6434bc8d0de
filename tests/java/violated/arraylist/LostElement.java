//@ property: deadlock,exception,assertion
//@ kind: assertion
import java.util.ArrayList;
import java.util.List;

/** Two unlocked additions, seen by what they do to the list: one can be lost. */
public class LostElement {
    static final List<String> LIST = new ArrayList<>(4);

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> LIST.add("b"));
        other.start();
        LIST.add("a");
        other.join();
        assert LIST.size() == 2; //~ assertion
    }
}
