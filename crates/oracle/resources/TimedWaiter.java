import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Waits for a lock and at a condition that may both take too long. */
public class TimedWaiter {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition GO = LOCK.newCondition();
    static boolean set;

    public static void main(String[] args) throws InterruptedException {
        new Thread(TimedWaiter::await).start();
        boolean locked = LOCK.tryLock(1, TimeUnit.SECONDS);
        if (locked) {
            set = true;
            GO.signal();
            LOCK.unlock();
        }
        System.out.println("set " + locked);
    }

    static void await() {
        LOCK.lock();
        try {
            boolean early = true;
            while (!set && early) {
                early = GO.await(1, TimeUnit.SECONDS);
            }
            System.out.println("early " + early + ", " + set + ", " + LOCK.getHoldCount());
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        } finally {
            LOCK.unlock();
        }
    }
}
