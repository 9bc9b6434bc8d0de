// kills: lazy not: Write writes Slot
// kills: lazy as if it read: Write writes Slot
// kills: layers not: Write writes Slot
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A condition is awaited by a thread that another interrupts, or signals. */
public class AwaitInterrupted {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition condition = lock.newCondition();

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread other = new Thread(() -> {
            main.interrupt();
            lock.lock();
            condition.signal();
            lock.unlock();
        });
        other.start();
        lock.lock();
        try {
            condition.await();
            System.out.println(1);
        } catch (InterruptedException e) {
            System.out.println(2);
        } finally {
            lock.unlock();
        }
    }
}
