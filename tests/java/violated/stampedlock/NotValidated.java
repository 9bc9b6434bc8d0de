//@ kind: assertion
import java.util.concurrent.locks.StampedLock;

/** An optimistic read is used without looking whether it is valid. */
public class NotValidated {
    static final StampedLock LOCK = new StampedLock();
    static volatile int a;
    static volatile int b;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(NotValidated::other);
        other.start();
        long stamp = LOCK.tryOptimisticRead();
        int x = a;
        int y = b;
        assert stamp == 0 || x == y; //~ assertion
        other.join();

    }

    static void other() {
        long stamp = LOCK.writeLock();
        a = 1;
        b = 1;
        LOCK.unlockWrite(stamp);
    }
}
