//@ kind: deadlock
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Two locks, taken in both orders. */
public class LockOrder {
    static final Lock first = new ReentrantLock();
    static final Lock second = new ReentrantLock();

    static void both(Lock a, Lock b) {
        a.lock();
        try {
            b.lock();
            b.unlock();
        } finally {
            a.unlock();
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 1; i++) {
            new Thread(() -> both(first, second)).start();
            new Thread(() -> both(second, first)).start();
        }
    }
}
