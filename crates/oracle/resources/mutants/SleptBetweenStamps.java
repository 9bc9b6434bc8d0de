// kills: lazy not: Park writes Clock
// kills: layers not: Park writes Clock
// kills: layers not: what comes after reads Clock
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A time stamp of the library is older or not than what another thread sleeps. */
public class SleptBetweenStamps {
    static final Object lock = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait(7);
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
        Thread parks = new Thread(() -> LockSupport.parkNanos(5_000_000));
        other.start();
        parks.start();
        long first = System.currentTimeMillis();
        long second = System.currentTimeMillis();
        System.out.println(second == first ? 0 : second - first >= 7 ? 7 : second - first >= 5 ? 5 : 1);
    }
}
