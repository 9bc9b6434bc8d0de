//@ property: deadlock,exception,assertion,race,non-termination
import java.util.concurrent.locks.ReentrantLock;

/** Trying to get a lock that its holder gives back. */
public class TryLockFreed {
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            LOCK.lock();
            LOCK.unlock();
        });
        other.start();
        while (!LOCK.tryLock()) {
            Thread.yield();
        }
        LOCK.unlock();
        other.join();
    }
}
