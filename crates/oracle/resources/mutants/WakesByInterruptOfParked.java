import java.util.concurrent.locks.LockSupport;
/** An interrupt wakes who is parked, which may come before another thread. */
public class WakesByInterruptOfParked {
    
    static volatile int x, y;
    static int had, seen;
    static Thread sleeper, other, waker;

    public static void main(String[] args) throws InterruptedException {
        sleeper = new Thread(() -> {
            y = 1; LockSupport.park(); x = 1;
        });
        other = new Thread(() -> {
            if (y == 1) {
                y = 2;
                seen = x;
            }
        });
        waker = new Thread(() -> {
            had = y; sleeper.interrupt();
        });
        other.start();
        waker.start();
        sleeper.start();
        other.join();
        waker.join();
        System.out.println(had + " " + seen);
    }
}
