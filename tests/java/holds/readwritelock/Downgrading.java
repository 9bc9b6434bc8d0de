import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Who writes may take the read lock before it gives the write lock back. */
public class Downgrading {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    static int a;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(Downgrading::other);
        other.start();
        LOCK.writeLock().lock();
        a = 1;
        LOCK.readLock().lock();
        LOCK.writeLock().unlock();
        assert a == 1;
        LOCK.readLock().unlock();
        other.join();

    }

    static void other() {
        LOCK.readLock().lock();
        assert a < 2;
        LOCK.readLock().unlock();
    }
}
