// kills: lazy not: Exchange writes Slot
// kills: lazy as if it read: Exchange writes Slot
// kills: lazy not: call Any writes Monitor
// kills: lazy not: call Any writes WaitSet
// kills: lazy not: call Unlock writes WaitSet
// kills: layers not: Exchange writes Slot
import java.util.concurrent.locks.ReentrantLock;

/** A try to take the lock fails while another has it; a look tells it, too. */
public class LockTried {
    static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            lock.lock();
            lock.unlock();
        });
        other.start();
        System.out.println(lock.isLocked());
        System.out.println(lock.tryLock());
    }
}
