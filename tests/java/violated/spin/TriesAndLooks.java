//@ kind: non-termination
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A thread tries for a permit again and again that nobody gives back, beside one that is stopped for ever. */
public class TriesAndLooks {
    static volatile boolean cancelled;
    static final Semaphore permits = new Semaphore(1);

    public static void main(String[] args) throws InterruptedException {
        permits.acquire();
        Thread worker = new Thread(() -> {
            try {
                while (!cancelled && !permits.tryAcquire(1, TimeUnit.SECONDS)) { //~ non-termination
                }
            } catch (InterruptedException e) {
                return;
            }
        });
        worker.start();
    }
}
