import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/** A lock of the program's own, which two threads can take at once: it looks before it sets. */
public class OwnSynchronizer {
    static final class Mutex extends AbstractQueuedSynchronizer {
        @Override
        protected boolean tryAcquire(int ignored) {
            if (getState() != 0) {
                return false;
            }
            setState(1);
            return true;
        }

        @Override
        protected boolean tryRelease(int ignored) {
            setState(0);
            return true;
        }
    }

    static final Mutex MUTEX = new Mutex();
    static volatile int inside;
    static volatile int most;

    static void work() {
        MUTEX.acquire(1);
        inside = inside + 1;
        if (inside > most) {
            most = inside;
        }
        inside = inside - 1;
        MUTEX.release(1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(OwnSynchronizer::work);
        other.start();
        work();
        other.join();
        System.out.println(most);
    }
}
