import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Equal threads take and leave a read lock, which counts them by their ids. */
public class ReadLocks {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    static volatile int seen;

    static final class T extends Thread {
        @Override
        public void run() {
            LOCK.readLock().lock();
            LOCK.readLock().lock();
            LOCK.readLock().unlock();
            System.out.println("holds " + LOCK.getReadHoldCount());
            LOCK.readLock().unlock();
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) new T().start();
    }
}
