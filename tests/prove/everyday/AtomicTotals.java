import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Totals in atomics. */
public class AtomicTotals {
    static final AtomicInteger orders = new AtomicInteger();
    static final AtomicLong cents = new AtomicLong();

    static void order(long price) {
        orders.incrementAndGet();
        cents.addAndGet(price);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] shops = new Thread[4];
        for (int i = 0; i < 4; i++) {
            shops[i] = new Thread(() -> order(199));
            shops[i].start();
        }
        for (int i = 0; i < 4; i++) {
            shops[i].join();
        }
        System.out.println(orders.get() + " orders, " + cents.get() + " cents");
    }
}
