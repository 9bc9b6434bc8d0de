//@ kind: race
import java.util.concurrent.locks.StampedLock;

/** The reader validates one lock, and the writer holds another. */
public class OtherLock {
    static final StampedLock lock = new StampedLock();
    static final StampedLock other = new StampedLock();
    static int x;

    static int value() {
        long stamp = lock.tryOptimisticRead();
        int seen = x; //~ race
        return lock.validate(stamp) ? seen : -1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            long stamp = other.writeLock();
            x = 1; //~ race
            other.unlockWrite(stamp);
        });
        writer.start();
        value();
        writer.join();
    }
}
