import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A counter under an explicit lock, in the way the lock's documentation shows. */
public class LockedCounter {
    private final Lock lock = new ReentrantLock();
    private long value;

    void increment() {
        lock.lock();
        try {
            value++;
        } finally {
            lock.unlock();
        }
    }

    long get() {
        lock.lock();
        try {
            return value;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        LockedCounter counter = new LockedCounter();
        for (int i = 0; i < 5; i++) {
            new Thread(counter::increment).start();
        }
        System.out.println(counter.get());
    }
}
