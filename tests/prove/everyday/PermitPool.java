import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** At most two connections at once. */
public class PermitPool {
    private final Semaphore permits = new Semaphore(2);
    private final AtomicInteger served = new AtomicInteger();

    void serve() {
        try {
            permits.acquire();
        } catch (InterruptedException e) {
            return;
        }
        try {
            served.incrementAndGet();
        } finally {
            permits.release();
        }
    }

    public static void main(String[] args) {
        PermitPool pool = new PermitPool();
        for (int i = 0; i < 5; i++) {
            new Thread(pool::serve).start();
        }
    }
}
