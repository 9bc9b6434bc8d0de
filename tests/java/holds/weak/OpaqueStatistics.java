import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** An opaque counter for show and an opaque flag to stop; data is passed by a lock, a latch and a join. */
public class OpaqueStatistics {
    static final AtomicLong DONE = new AtomicLong();
    static final AtomicBoolean STOP = new AtomicBoolean();
    static final CountDownLatch LATCH = new CountDownLatch(1);
    static final Object LOCK = new Object();
    static int sum;
    static int first;
    static int last;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            first = 1;
            DONE.setOpaque(DONE.getOpaque() + 1);
            LATCH.countDown();
            while (!STOP.getOpaque()) {
                synchronized (LOCK) {
                    sum = 1;
                    DONE.setOpaque(2);
                }
            }
            last = 1;
        });
        worker.start();
        boolean some = DONE.getOpaque() > 0;
        synchronized (LOCK) {
            assert sum == 0 || sum == 1;
        }
        LATCH.await();
        assert first == 1;
        STOP.setOpaque(true);
        worker.join();
        assert last == 1;
        assert DONE.getOpaque() > 0 || !some;
    }
}
