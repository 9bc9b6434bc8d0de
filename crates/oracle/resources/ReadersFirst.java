import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Waits for a reader while it reads: that never ends if a writer has come between, and waits. */
public class ReadersFirst {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();

    public static void main(String[] args) throws InterruptedException {
        LOCK.readLock().lock();
        Thread writer = new Thread(() -> {
            LOCK.writeLock().lock();
            LOCK.writeLock().unlock();
        });
        Thread reader = new Thread(() -> {
            LOCK.readLock().lock();
            LOCK.readLock().unlock();
        });
        writer.start();
        reader.start();
        reader.join();
        LOCK.readLock().unlock();
        writer.join();
        System.out.println("done");
    }
}
