//@ kind: deadlock
import java.util.concurrent.locks.ReentrantLock;

/** lock() does not give up when interrupted: main joins a thread that waits for main's lock. */
public class NotInterruptible {
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        LOCK.lock();
        Thread other = new Thread(() -> {
            LOCK.lock(); //~ deadlock
            LOCK.unlock();
        });
        other.start();
        other.interrupt();
        other.join(); //~ deadlock
        LOCK.unlock();
    }
}
