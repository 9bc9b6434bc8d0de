import java.util.concurrent.atomic.AtomicInteger;

/** Each of two threads stores to both variables, in opposite orders: both first stores may be the last ones. */
public class ReleaseStoresCross {
    static final AtomicInteger x = new AtomicInteger();
    static final AtomicInteger y = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            x.setRelease(1);
            y.setRelease(2);
        });
        other.start();
        y.setRelease(1);
        x.setRelease(2);
        other.join();
        assert x.get() != 1 || y.get() != 1;
    }
}
