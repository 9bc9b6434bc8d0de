import java.util.concurrent.atomic.AtomicInteger;

/** An update that only releases keeps no later load behind it: both threads may miss the other's. */
public class UpdateReleaseOvertaken {
    static final AtomicInteger x = new AtomicInteger();
    static final AtomicInteger y = new AtomicInteger();
    static int seen;
    static int other;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            x.compareAndExchangeRelease(0, 1);
            other = y.get();
        });
        thread.start();
        y.compareAndExchangeRelease(0, 1);
        seen = x.get();
        thread.join();
        assert seen + other > 0;
    }
}
