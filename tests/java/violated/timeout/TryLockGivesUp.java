//@ kind: assertion
//@ options: --timeouts any
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** The other thread holds the lock only for a moment, but a moment may be too long. */
public class TryLockGivesUp {
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            LOCK.lock();
            LOCK.unlock();
        }).start();
        assert LOCK.tryLock(1, TimeUnit.SECONDS); //~ assertion
        LOCK.unlock();
    }
}
