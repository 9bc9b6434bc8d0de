// kills: lazy not: call LockInterruptibly writes Monitor
// kills: lazy as if it read: call LockInterruptibly writes Monitor
import java.util.concurrent.locks.ReentrantLock;

/** Two threads take one lock; a plain field tells who was first. */
public class LockInterruptiblyOrders {
    static final ReentrantLock lock = new ReentrantLock();
    static int x;

    static void step(int factor, int digit) {
        try {
            lock.lockInterruptibly();
            x = x * factor + digit;
            lock.unlock();
        } catch (InterruptedException e) {
            return;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> step(2, 1));
        other.start();
        step(3, 1);
        other.join();
        System.out.println(x);
    }
}
