//@ kind: race
import java.util.concurrent.locks.ReentrantLock;

/** Each thread locks a lock of its own. */
public class TwoLockObjects {
    static int count;

    static void add() {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        try {
            count++; //~ race
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(TwoLockObjects::add);
        other.start();
        add();
        other.join();
    }
}
