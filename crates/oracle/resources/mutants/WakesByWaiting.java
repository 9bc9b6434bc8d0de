
/** Who waits leaves the monitor to another. */
public class WakesByWaiting {
    static final Object lock = new Object();
    static volatile int x, y;
    static int had, seen, held;
    static Thread sleeper, other, waker;

    public static void main(String[] args) throws InterruptedException {
        sleeper = new Thread(() -> {
            y = 1; synchronized (lock) { x = held; }
        });
        other = new Thread(() -> {
            if (y == 1) {
                y = 2;
                seen = x;
            }
        });
        waker = new Thread(() -> {
            synchronized (lock) { held = 1; had = y; try { lock.wait(); } catch (InterruptedException e) { } }
        });
        other.start();
        waker.start();
        sleeper.start();
        other.join();
        sleeper.join();
        System.out.println(had + " " + seen);
    }
}
