import java.util.concurrent.locks.StampedLock;

/** Ordinary fields read optimistically and validated, as the documentation of StampedLock shows it. */
public class OptimisticPlain {
    static final StampedLock lock = new StampedLock();
    static int x;
    static int y;

    static int difference() {
        long stamp = lock.tryOptimisticRead();
        int left = x;
        int right = y;
        if (!lock.validate(stamp)) {
            stamp = lock.readLock();
            try {
                left = x;
                right = y;
            } finally {
                lock.unlockRead(stamp);
            }
        }
        return left - right;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread mover = new Thread(() -> {
            long stamp = lock.writeLock();
            try {
                x++;
                y++;
            } finally {
                lock.unlockWrite(stamp);
            }
        });
        mover.start();
        assert difference() == 0;
        mover.join();
    }
}
