import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** An interrupted await() takes the lock again before it throws. */
public class InterruptedAwait {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition NEVER = LOCK.newCondition();

    static void waitForEver() {
        LOCK.lock();
        try {
            while (true) {
                NEVER.await();
            }
        } catch (InterruptedException e) {
            assert LOCK.isHeldByCurrentThread();
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(InterruptedAwait::waitForEver);
        waiter.start();
        waiter.interrupt();
        waiter.join();
        assert !LOCK.isLocked();
    }
}
