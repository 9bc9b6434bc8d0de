//@ kind: deadlock
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The gate opens, and one of those that wait is told. */
public class SignalTooFew {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition opened = lock.newCondition();
    private boolean open;

    void pass() {
        lock.lock();
        try {
            while (!open) {
                opened.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    void open() {
        lock.lock();
        try {
            open = true;
            opened.signal();
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        SignalTooFew gate = new SignalTooFew();
        for (int i = 0; i < 2; i++) {
            new Thread(gate::pass).start();
        }
        gate.open();
    }
}
