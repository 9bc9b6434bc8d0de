import java.util.concurrent.locks.ReentrantLock;

/** A fair lock guards a counter. */
public class FairLock {
    static final ReentrantLock LOCK = new ReentrantLock(true);
    static int count;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(FairLock::other);
        other.start();
        other();
        other.join();
        assert count == 2;
    }

    static void other() {
        LOCK.lock();
        try {
            count++;
        } finally {
            LOCK.unlock();
        }
    }
}
