import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A condition is awaited and signalled, and the lock handed over, beside what main does. */
public class LockBesideMain {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition condition = lock.newCondition();
    static volatile boolean waits;
    static volatile int x;

    public static void main(String[] args) {
        Thread waiter = new Thread(() -> {
            lock.lock();
            waits = true;
            condition.awaitUninterruptibly();
            lock.unlock();
            x = 1;
        });
        Thread waker = new Thread(() -> {
            if (waits) {
                lock.lock();
                condition.signal();
                lock.unlock();
            }
        });
        waiter.start();
        waker.start();
        int seen = x;
        System.out.println(seen);
    }
}
