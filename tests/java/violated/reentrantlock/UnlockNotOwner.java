//@ kind: exception
import java.util.concurrent.locks.ReentrantLock;

/** A thread unlocks what another thread has locked. */
public class UnlockNotOwner {
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        LOCK.lock();
        Thread other = new Thread(() -> LOCK.unlock()); //~ exception
        other.start();
        other.join();
    }
}
