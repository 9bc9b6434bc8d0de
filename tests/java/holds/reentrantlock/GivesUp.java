//@ property: deadlock,partial-deadlock,exception,assertion,race
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One thread waits for a lock, but not for ever. The other gives it free, takes it again, and keeps it
 * until the first has given up.
 */
public class GivesUp {
    static final ReentrantLock LOCK = new ReentrantLock();
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        LOCK.lock();
        Thread other = new Thread(() -> {
            try {
                if (LOCK.tryLock(1, TimeUnit.SECONDS)) {
                    LOCK.unlock();
                }
                done = true;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        LOCK.unlock();
        LOCK.lock();
        while (!done) {
            Thread.onSpinWait();
        }
        LOCK.unlock();
        other.join();
    }
}
