// kills: lazy as if it read: call Lock writes Monitor
import java.util.concurrent.locks.ReentrantLock;

/** Two threads take one lock; a plain field tells who was first. */
public class LockOrders {
    static final ReentrantLock lock = new ReentrantLock();
    static int x;

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            lock.lock();
            x = x * 2 + 1;
            lock.unlock();
        });
        other.start();
        lock.lock();
        x = x * 3 + 2;
        lock.unlock();
        lock.lock();
        System.out.println(x);
        lock.unlock();
    }
}
