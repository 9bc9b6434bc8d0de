//@ kind: exception
//@ options: --timeouts any
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.TimeUnit;

/** What the timed attempt answers is ignored, and a lock is released that was not taken. */
public class TimedTryLockIgnored {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int count;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(TimedTryLockIgnored::other);
        other.start();
        other();
        other.join();
        assert !LOCK.isLocked();
    }

    static void other() {
        try {
            LOCK.tryLock(1, TimeUnit.SECONDS);
            LOCK.unlock(); //~ exception
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
