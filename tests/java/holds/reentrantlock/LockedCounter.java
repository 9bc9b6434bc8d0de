import java.util.concurrent.locks.ReentrantLock;

/** A counter under a ReentrantLock, released in finally. */
public class LockedCounter {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int count;

    static void add() {
        LOCK.lock();
        try {
            count++;
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(LockedCounter::add);
        other.start();
        add();
        other.join();
        assert count == 2;
        assert !LOCK.isLocked();
    }
}
