//@ kind: race
import java.util.concurrent.locks.StampedLock;

/** Ordinary fields read optimistically, where one way through the method does not validate. */
public class NeverValidated {
    static final StampedLock lock = new StampedLock();
    static int x;

    static int value(boolean careful) {
        long stamp = lock.tryOptimisticRead();
        int seen = x; //~ race
        if (careful && !lock.validate(stamp)) {
            return -1;
        }
        return seen;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            long stamp = lock.writeLock();
            x = 1; //~ race
            lock.unlockWrite(stamp);
        });
        writer.start();
        value(args.length > 0);
        writer.join();
    }
}
