import java.util.concurrent.locks.ReentrantLock;

/** lockInterruptibly() gives up when interrupted: main can join while it holds the lock. */
public class Interruptibly {
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        LOCK.lock();
        Thread other = new Thread(() -> {
            try {
                LOCK.lockInterruptibly();
                assert false : "the lock is never free";
            } catch (InterruptedException e) {
                assert !LOCK.isHeldByCurrentThread();
            }
        });
        other.start();
        other.interrupt();
        other.join();
        LOCK.unlock();
    }
}
