import java.util.concurrent.locks.ReentrantLock;

/** A try to take the lock fails while another has it; a look tells it, too. */
public class LockTriedOnly {
    static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            lock.lock();
            lock.unlock();
        });
        other.start();
        System.out.println(lock.tryLock());
    }
}
