import java.util.concurrent.atomic.AtomicInteger;

/** A lazy counter that only its own thread reads again, and that is published by a lock and a join. */
public class LazyThenLocked {
    static final AtomicInteger COUNT = new AtomicInteger();
    static final AtomicInteger OTHER = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        Thread counter = new Thread(() -> {
            for (int i = 0; i < 2; i++) {
                COUNT.lazySet(COUNT.get() + 1);
            }
            synchronized (COUNT) {
                OTHER.get();
            }
        });
        counter.start();
        OTHER.set(1);
        counter.join();
        COUNT.lazySet(COUNT.get() + 1);
        assert OTHER.get() == 1;
        assert COUNT.get() == 3;
    }
}
