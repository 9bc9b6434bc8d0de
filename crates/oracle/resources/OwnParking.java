import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Parks without asking why it was let go on: a permit that the lock left behind is enough. */
public class OwnParking {
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            LOCK.lock();
            LOCK.unlock();
        });
        other.start();
        LOCK.lock();
        LOCK.unlock();
        LockSupport.park();
        System.out.println("through");
    }
}
