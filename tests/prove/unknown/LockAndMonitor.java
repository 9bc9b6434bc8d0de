//@ reason: the monitor of an object that is a lock itself
import java.util.concurrent.locks.ReentrantLock;

/** The monitor of a lock is not the lock. */
public class LockAndMonitor {
    static final ReentrantLock lock = new ReentrantLock();
    static int value;

    static void locked() {
        lock.lock();
        try {
            value++;
        } finally {
            lock.unlock();
        }
    }

    static void synced() {
        synchronized (lock) {
            value++;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(LockAndMonitor::locked).start();
            new Thread(LockAndMonitor::synced).start();
        }
    }
}
