//@ kind: race
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Two threads write while both hold the read lock. */
public class WritesUnderReadLock {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    static int a;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(WritesUnderReadLock::other);
        other.start();
        other();
        other.join();

    }

    static void other() {
        LOCK.readLock().lock();
        a++; //~ race
        LOCK.readLock().unlock();
    }
}
