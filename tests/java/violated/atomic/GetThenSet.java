//@ kind: assertion
import java.util.concurrent.atomic.AtomicInteger;

/** get() and set() are atomic each, but not together. */
public class GetThenSet {
    static final AtomicInteger COUNT = new AtomicInteger();

    static void add() {
        COUNT.set(COUNT.get() + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(GetThenSet::add);
        other.start();
        add();
        other.join();
        assert COUNT.get() == 2; //~ assertion
    }
}
