//@ kind: race
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Each instance has a lock of its own, what they guard is shared. */
public class TwoLocks {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int value;

    void add() {
        lock.writeLock().lock();
        try {
            value++;
        } finally {
            lock.writeLock().unlock();
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            TwoLocks own = new TwoLocks();
            new Thread(own::add).start();
        }
    }
}
