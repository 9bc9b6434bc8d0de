import java.util.concurrent.atomic.AtomicInteger;

/** Two atomic increments are never lost, and return different numbers. */
public class IncrementTwice {
    static final AtomicInteger COUNT = new AtomicInteger();
    static int other;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> other = COUNT.incrementAndGet());
        thread.start();
        int mine = COUNT.incrementAndGet();
        thread.join();
        assert COUNT.get() == 2;
        assert mine + other == 3;
    }
}
