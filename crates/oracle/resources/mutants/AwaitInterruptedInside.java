import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Who awaits a condition is interrupted and then signalled, by one that has the lock. */
public class AwaitInterruptedInside {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition condition = lock.newCondition();
    static int how;

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            lock.lock();
            try {
                condition.await();
                how = 1;
            } catch (InterruptedException e) {
                how = 2;
            } finally {
                lock.unlock();
            }
        });
        waiter.start();
        lock.lock();
        waiter.interrupt();
        condition.signal();
        lock.unlock();
        waiter.join();
        System.out.println(how);
    }
}
