import java.util.concurrent.atomic.AtomicInteger;

/** An exchange that releases hands over what was written; opaque counting beside it does no harm. */
public class ExchangeReleaseSeen {
    static int data;
    static final AtomicInteger READY = new AtomicInteger();
    static final AtomicInteger LOOKS = new AtomicInteger();

    public static void main(String[] args) {
        new Thread(() -> {
            data = 42;
            READY.compareAndExchangeRelease(0, 1);
        }).start();
        LOOKS.setOpaque(1);
        if (READY.getAcquire() == 1) {
            System.out.println(data);
        }
    }
}
