import java.util.concurrent.Semaphore;
/** Who releases a permit lets another go on. */
public class WakesByReleasing {
    static final Semaphore semaphore = new Semaphore(0);
    static volatile int x, y;
    static int had, seen;
    static Thread sleeper, other, waker;

    public static void main(String[] args) throws InterruptedException {
        sleeper = new Thread(() -> {
            y = 1; semaphore.acquireUninterruptibly(); x = 1;
        });
        other = new Thread(() -> {
            if (y == 1) {
                y = 2;
                seen = x;
            }
        });
        waker = new Thread(() -> {
            had = y; semaphore.release();
        });
        other.start();
        waker.start();
        sleeper.start();
        other.join();
        waker.join();
        System.out.println(had + " " + seen);
    }
}
