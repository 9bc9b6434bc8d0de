//@ property: deadlock,exception,assertion,race,non-termination
//@ kind: non-termination
import java.util.concurrent.locks.ReentrantLock;

/** Trying to get a lock whose holder has ended. */
public class TryLockNeverFreed {
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> LOCK.lock());
        other.start();
        while (!LOCK.tryLock()) { //~ non-termination
            Thread.yield();
        }
        LOCK.unlock();
        other.join();
    }
}
