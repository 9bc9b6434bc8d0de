import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Who does not get the lock in time leaves the counter alone. */
public class TimedTryLock {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final AtomicInteger GIVEN_UP = new AtomicInteger();
    static int count;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(TimedTryLock::other);
        other.start();
        other();
        other.join();
        assert count + GIVEN_UP.get() == 2;
    }

    static void other() {
        try {
            if (LOCK.tryLock(1, TimeUnit.SECONDS)) {
                count++;
                LOCK.unlock();
            } else {
                GIVEN_UP.incrementAndGet();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
