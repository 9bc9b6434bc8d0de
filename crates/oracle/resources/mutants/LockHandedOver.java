// kills: lazy not: call Lock writes Monitor
// kills: lazy not: call Unlock affects Monitor
import java.util.concurrent.locks.ReentrantLock;

/** Who unlocks lets another go on, beside what main does. */
public class LockHandedOver {
    static final ReentrantLock lock = new ReentrantLock();
    static volatile boolean has;
    static volatile int x;

    public static void main(String[] args) {
        Thread first = new Thread(() -> {
            lock.lock();
            has = true;
            lock.unlock();
        });
        Thread second = new Thread(() -> {
            if (has) {
                lock.lock();
                x = 1;
                lock.unlock();
            }
        });
        first.start();
        second.start();
        int seen = x;
        System.out.println(seen);
    }
}
