//@ kind: race
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** The number of reads is counted under the read lock. */
public class ReadersThatWrite {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int reads;

    void read() {
        lock.readLock().lock();
        try {
            reads++;
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) {
        ReadersThatWrite shared = new ReadersThatWrite();
        for (int i = 0; i < 2; i++) {
            new Thread(shared::read).start();
        }
    }
}
