
/** The end of a thread wakes who waits on it; what that one does then may come before what another does. */
public class WakesByEnd {
    
    static volatile int x, y;
    static int had, seen;
    static Thread sleeper, other, waker;

    public static void main(String[] args) throws InterruptedException {
        sleeper = new Thread(() -> {
            synchronized (waker) { y = 1; try { waker.wait(); } catch (InterruptedException e) { } } x = 1;
        });
        other = new Thread(() -> {
            if (y == 1) {
                y = 2;
                seen = x;
            }
        });
        waker = new Thread(() -> {
            had = y;
        });
        other.start();
        waker.start();
        sleeper.start();
        other.join();
        waker.join();
        System.out.println(had + " " + seen);
    }
}
