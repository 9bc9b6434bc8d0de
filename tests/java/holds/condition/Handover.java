import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** await() in a loop, signal() under the lock. */
public class Handover {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition READY = LOCK.newCondition();
    static Integer item;

    static void put(int value) {
        LOCK.lock();
        try {
            item = value;
            READY.signal();
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread sender = new Thread(() -> put(42));
        sender.start();
        LOCK.lock();
        try {
            while (item == null) {
                READY.await();
            }
            assert item == 42;
        } finally {
            LOCK.unlock();
        }
        sender.join();
    }
}
