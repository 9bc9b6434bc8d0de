import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.*;
/** Who awaits a condition leaves the lock to another. */
public class WakesByAwaiting {
    static final ReentrantLock lock = new ReentrantLock(); static final Condition condition = lock.newCondition();
    static volatile int x, y;
    static int had, seen;
    static Thread sleeper, other, waker;

    public static void main(String[] args) throws InterruptedException {
        sleeper = new Thread(() -> {
            y = 1; lock.lock(); x = 1; lock.unlock();
        });
        other = new Thread(() -> {
            if (y == 1) {
                y = 2;
                seen = x;
            }
        });
        waker = new Thread(() -> {
            lock.lock(); had = y; try { condition.await(1, TimeUnit.MILLISECONDS); } catch (InterruptedException e) { } lock.unlock();
        });
        other.start();
        waker.start();
        sleeper.start();
        other.join();
        waker.join();
        System.out.println(had + " " + seen);
    }
}
