import java.util.concurrent.locks.ReentrantLock;

/** An interrupt comes before or after the lock is taken. */
public class LockInterruptiblyRaced {
    static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread other = new Thread(main::interrupt);
        other.start();
        try {
            lock.lockInterruptibly();
            System.out.println(1);
        } catch (InterruptedException e) {
            System.out.println(2);
        }
    }
}
