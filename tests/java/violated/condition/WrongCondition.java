//@ kind: deadlock
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The producer signals the condition that producers wait for. */
public class WrongCondition {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition NOT_FULL = LOCK.newCondition();
    static final Condition NOT_EMPTY = LOCK.newCondition();
    static boolean full;

    static void put() {
        LOCK.lock();
        full = true;
        NOT_FULL.signal();
        LOCK.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread producer = new Thread(WrongCondition::put);
        producer.start();
        LOCK.lock();
        try {
            while (!full) {
                NOT_EMPTY.await(); //~ deadlock
            }
        } finally {
            LOCK.unlock();
        }
        producer.join();
    }
}
