//@ reason: a reader that waits for the write lock
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A reader wants to write without leaving. */
public class Upgrade {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                lock.readLock().lock();
                lock.writeLock().lock();
                lock.writeLock().unlock();
                lock.readLock().unlock();
            }).start();
        }
    }
}
