import java.util.concurrent.locks.ReentrantLock;

/** One who waits for a lock is interrupted before the lock is let go of. */
public class InterruptedLocker {
    static final ReentrantLock LOCK = new ReentrantLock();
    static volatile int count;

    public static void main(String[] args) {
        LOCK.lock();
        Thread locker = new Thread(InterruptedLocker::lock);
        locker.start();
        locker.interrupt();
        count = 1;
        LOCK.unlock();
        boolean free = LOCK.tryLock();
        System.out.println("free " + free + ", " + count);
    }

    static void lock() {
        try {
            LOCK.lockInterruptibly();
            try {
                count++;
                System.out.println("in, " + Thread.currentThread().isInterrupted());
            } finally {
                LOCK.unlock();
            }
        } catch (InterruptedException e) {
            System.out.println("out, " + LOCK.isHeldByCurrentThread());
        }
    }
}
