import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** The lock is held all the time: a timed tryLock() can only fail. */
public class TryLockFails {
    static final ReentrantLock LOCK = new ReentrantLock();

    static void attempt() {
        try {
            assert !LOCK.tryLock(10, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LOCK.lock();
        Thread other = new Thread(TryLockFails::attempt);
        other.start();
        other.join();
        LOCK.unlock();
    }
}
