//@ kind: illegal-monitor
import java.util.concurrent.locks.ReentrantLock;

/** The lock is given back although tryLock has failed. */
public class UnlockOfOthers {
    static final ReentrantLock lock = new ReentrantLock();

    static void work() {
        try {
            lock.tryLock();
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(UnlockOfOthers::work).start();
        }
    }
}
