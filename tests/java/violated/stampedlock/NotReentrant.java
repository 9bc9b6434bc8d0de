//@ kind: deadlock
import java.util.concurrent.locks.StampedLock;

/** A stamped lock does not know its owner. */
public class NotReentrant {
    static final StampedLock LOCK = new StampedLock();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(NotReentrant::other);
        other.start();
        long stamp = LOCK.writeLock();
        long again = LOCK.writeLock(); //~ deadlock
        LOCK.unlockWrite(again);
        LOCK.unlockWrite(stamp);
        other.join();

    }

    static void other() {
        long stamp = LOCK.readLock();
        LOCK.unlockRead(stamp);
    }
}
