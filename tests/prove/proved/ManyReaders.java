//@ rung: thread
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Readers and writers of two numbers. */
public class ManyReaders {
    static final int THREADS = 3;

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int low;
    private int high;

    void widen() {
        lock.writeLock().lock();
        try {
            low--;
            high++;
        } finally {
            lock.writeLock().unlock();
        }
    }

    int width() {
        lock.readLock().lock();
        try {
            return high - low;
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) {
        ManyReaders range = new ManyReaders();
        for (int i = 0; i < THREADS; i++) {
            new Thread(range::widen).start();
            new Thread(() -> System.out.println(range.width())).start();
        }
    }
}
