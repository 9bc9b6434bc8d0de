//@ kind: deadlock
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Who reads waits for ever for the write lock. */
public class Upgrading {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(Upgrading::other);
        other.start();
        LOCK.readLock().lock();
        LOCK.writeLock().lock(); //~ deadlock
        LOCK.writeLock().unlock();
        LOCK.readLock().unlock();
        other.join();

    }

    static void other() {
        LOCK.readLock().lock();
        LOCK.readLock().unlock();
    }
}
