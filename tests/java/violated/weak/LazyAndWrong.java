//@ kind: assertion
import java.util.concurrent.atomic.AtomicInteger;

/** What is wrong whatever the memory does is found also where weak accesses leave doubts. */
public class LazyAndWrong {
    static final AtomicInteger X = new AtomicInteger();
    static final AtomicInteger Y = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            X.lazySet(1);
            Y.set(X.get() + Y.get());
        });
        one.start();
        Y.incrementAndGet();
        one.join();
        assert Y.get() == 2; //~ assertion
    }
}
