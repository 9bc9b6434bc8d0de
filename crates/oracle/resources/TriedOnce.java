import java.util.concurrent.locks.ReentrantLock;

/** Tries for a lock that another thread has for a moment, and does nothing with. */
public class TriedOnce {
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            LOCK.lock();
            LOCK.unlock();
        });
        other.start();
        boolean locked = LOCK.isLocked();
        System.out.println(locked + " " + LOCK.tryLock());
    }
}
