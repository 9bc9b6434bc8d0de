import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A loop that waits with awaitNanos until told to stop comes back to the same states. */
public class AwaitNanosLoop {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition TOLD = LOCK.newCondition();
    static boolean stop;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(AwaitNanosLoop::other);
        other.start();
        LOCK.lock();
        stop = true;
        TOLD.signal();
        LOCK.unlock();
        other.join();

    }

    static void other() {
        LOCK.lock();
        try {
            while (!stop) TOLD.awaitNanos(1_000_000);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            LOCK.unlock();
        }
    }
}
