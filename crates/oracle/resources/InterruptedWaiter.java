import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** One who waits at a condition is interrupted, and then perhaps signalled. */
public class InterruptedWaiter {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition GO = LOCK.newCondition();
    static int count;

    public static void main(String[] args) {
        Thread waiter = new Thread(InterruptedWaiter::await);
        waiter.start();
        waiter.interrupt();
        boolean tried = LOCK.tryLock();
        if (tried) {
            count++;
            GO.signal();
            LOCK.unlock();
        }
        System.out.println("tried " + tried);
    }

    static void await() {
        LOCK.lock();
        try {
            if (count == 0) {
                GO.await();
            }
            System.out.println("woken " + count + ", " + Thread.currentThread().isInterrupted());
        } catch (InterruptedException e) {
            System.out.println("interrupted " + count);
        } finally {
            LOCK.unlock();
        }
    }
}
