import java.util.concurrent.locks.StampedLock;

/** An optimistic read is used only if it is still valid. */
public class Optimistic {
    static final StampedLock LOCK = new StampedLock();
    static volatile int a;
    static volatile int b;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(Optimistic::other);
        other.start();
        long stamp = LOCK.tryOptimisticRead();
        int x = a;
        int y = b;
        if (stamp != 0 && LOCK.validate(stamp)) assert x == y;
        other.join();

    }

    static void other() {
        long stamp = LOCK.writeLock();
        a = 1;
        b = 1;
        LOCK.unlockWrite(stamp);
    }
}
