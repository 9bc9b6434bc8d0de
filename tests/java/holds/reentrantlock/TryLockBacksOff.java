import java.util.concurrent.locks.ReentrantLock;

/** Opposite orders, but the second lock is only tried: nobody waits while holding. */
public class TryLockBacksOff {
    static final ReentrantLock LEFT = new ReentrantLock();
    static final ReentrantLock RIGHT = new ReentrantLock();

    static void both(ReentrantLock first, ReentrantLock second) {
        first.lock();
        try {
            if (second.tryLock()) {
                second.unlock();
            }
        } finally {
            first.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> both(RIGHT, LEFT));
        other.start();
        both(LEFT, RIGHT);
        other.join();
        assert !LEFT.isLocked() && !RIGHT.isLocked();
    }
}
