import java.util.concurrent.locks.StampedLock;

/** A read lock keeps the writer out. */
public class WriteAndRead {
    static final StampedLock LOCK = new StampedLock();
    static int a;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(WriteAndRead::other);
        other.start();
        long stamp = LOCK.readLock();
        int x = a;
        assert x == a;
        LOCK.unlockRead(stamp);
        other.join();
        assert a == 1;
    }

    static void other() {
        long stamp = LOCK.writeLock();
        a++;
        LOCK.unlockWrite(stamp);
    }
}
