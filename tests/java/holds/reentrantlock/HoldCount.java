import java.util.concurrent.locks.ReentrantLock;

/** Entering twice needs leaving twice; another thread sees the lock taken until then. */
public class HoldCount {
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        LOCK.lock();
        LOCK.lock();
        assert LOCK.getHoldCount() == 2;
        LOCK.unlock();
        Thread other = new Thread(() -> {
            assert !LOCK.isHeldByCurrentThread();
            assert !LOCK.tryLock();
        });
        other.start();
        other.join();
        assert LOCK.isHeldByCurrentThread();
        LOCK.unlock();
        assert LOCK.getHoldCount() == 0;
    }
}
