
/** An interrupt wakes a waiter, which may come before another thread. */
public class WakesByInterrupt {
    static final Object lock = new Object();
    static volatile int x, y;
    static int had, seen;
    static Thread sleeper, other, waker;

    public static void main(String[] args) throws InterruptedException {
        sleeper = new Thread(() -> {
            synchronized (lock) { y = 1; try { lock.wait(); } catch (InterruptedException e) { } } x = 1;
        });
        other = new Thread(() -> {
            boolean waits;
            synchronized (lock) {
                waits = y == 1;
                if (waits) {
                    y = 2;
                }
            }
            if (waits) {
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
