import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** An interrupt comes before or after a wait for a condition that ends by itself. */
public class AwaitInterruptedBefore {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition condition = lock.newCondition();

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread other = new Thread(main::interrupt);
        lock.lock();
        other.start();
        try {
            System.out.println(condition.awaitNanos(1) > 0);
        } catch (InterruptedException e) {
            System.out.println(2);
        }
    }
}
