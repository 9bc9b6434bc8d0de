//@ property: race
//@ kind: race
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Two streams add to one list from two threads. */
public class SideEffect {
    static final List<Integer> RESULTS = new ArrayList<>();

    static void collect(int from) {
        IntStream.range(from, from + 1).forEach(RESULTS::add); //~ race
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> collect(1));
        other.start();
        collect(2);
        other.join();
    }
}
