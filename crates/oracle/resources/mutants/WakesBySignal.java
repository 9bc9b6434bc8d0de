import java.util.concurrent.locks.*;
/** A signal lets another go on. */
public class WakesBySignal {
    static final ReentrantLock lock = new ReentrantLock(); static final Condition condition = lock.newCondition();
    static volatile int x, y;
    static int had, seen;
    static Thread sleeper, other, waker;

    public static void main(String[] args) throws InterruptedException {
        sleeper = new Thread(() -> {
            lock.lock(); y = 1; condition.awaitUninterruptibly(); x = 1; lock.unlock();
        });
        other = new Thread(() -> {
            if (y == 1) {
                y = 2;
                seen = x;
            }
        });
        waker = new Thread(() -> {
            lock.lock(); had = y; condition.signal(); lock.unlock();
        });
        other.start();
        waker.start();
        sleeper.start();
        other.join();
        waker.join();
        System.out.println(had + " " + seen);
    }
}
