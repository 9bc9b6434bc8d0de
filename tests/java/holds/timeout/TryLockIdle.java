//@ options: --timeouts idle
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** The holder can always move, so the deadline is never reached. */
public class TryLockIdle {
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            LOCK.lock();
            LOCK.unlock();
        }).start();
        assert LOCK.tryLock(1, TimeUnit.SECONDS);
        LOCK.unlock();
    }
}
