//@ kind: lost-notification
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The signal may come before the await, and nothing remembers it. */
public class SignalLost {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition READY = LOCK.newCondition();

    static void send() {
        LOCK.lock();
        READY.signal();
        LOCK.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread sender = new Thread(SignalLost::send);
        sender.start();
        LOCK.lock();
        try {
            READY.await(); //~ lost-notification
        } finally {
            LOCK.unlock();
        }
        sender.join();
    }
}
