//@ kind: race
import java.util.concurrent.locks.ReentrantLock;

/** One of the methods forgets the lock. */
public class HalfLocked {
    private final ReentrantLock lock = new ReentrantLock();
    private int value;

    void increment() {
        lock.lock();
        try {
            value++;
        } finally {
            lock.unlock();
        }
    }

    void reset() {
        value = 0;
    }

    public static void main(String[] args) {
        HalfLocked counter = new HalfLocked();
        for (int i = 0; i < 2; i++) {
            new Thread(counter::increment).start();
            new Thread(counter::reset).start();
        }
    }
}
