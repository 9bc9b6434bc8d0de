import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A value that is written under the write lock and read under the read lock. */
public class CachedPrice {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final ReentrantReadWriteLock.ReadLock read = lock.readLock();
    private final ReentrantReadWriteLock.WriteLock write = lock.writeLock();
    private double price;

    double price() {
        read.lock();
        try {
            return price;
        } finally {
            read.unlock();
        }
    }

    void update(double next) {
        write.lock();
        try {
            price = next;
        } finally {
            write.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CachedPrice cache = new CachedPrice();
        for (int i = 0; i < 3; i++) {
            double next = i * 1.5;
            new Thread(() -> cache.update(next)).start();
        }
        for (int i = 0; i < 6; i++) {
            new Thread(cache::price).start();
        }
    }
}
