import java.util.concurrent.atomic.AtomicInteger;

/** An exchange that releases hands over what was written before it. */
public class ExchangeReleaseSeen {
    static int data;
    static final AtomicInteger READY = new AtomicInteger();

    public static void main(String[] args) {
        new Thread(() -> {
            data = 42;
            READY.compareAndExchangeRelease(0, 1);
        }).start();
        if (READY.getAcquire() == 1) {
            System.out.println(data);
        }
    }
}
