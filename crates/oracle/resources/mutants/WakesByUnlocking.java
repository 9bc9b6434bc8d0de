import java.util.concurrent.locks.*;
/** Who unlocks lets another go on. */
public class WakesByUnlocking {
    static final ReentrantLock lock = new ReentrantLock();
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
            lock.lock(); had = y; lock.unlock();
        });
        other.start();
        waker.start();
        sleeper.start();
        other.join();
        waker.join();
        System.out.println(had + " " + seen);
    }
}
