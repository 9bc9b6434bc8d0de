import java.util.concurrent.atomic.AtomicInteger;

/** A volatile update keeps later loads behind it: one of the threads sees the other's. */
public class UpdateNotOvertaken {
    static final AtomicInteger x = new AtomicInteger();
    static final AtomicInteger y = new AtomicInteger();
    static int seen;
    static int other;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            x.compareAndExchange(0, 1);
            other = y.get();
        });
        thread.start();
        y.compareAndExchange(0, 1);
        seen = x.get();
        thread.join();
        assert seen + other > 0;
    }
}
