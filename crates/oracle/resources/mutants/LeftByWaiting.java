// kills: lazy not: Wait affects Monitor
/** A wait leaves the monitor to another thread, which writes what main reads. */
public class LeftByWaiting {
    static final Object lock = new Object();
    static volatile int x;
    static volatile boolean holds;

    public static void main(String[] args) {
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                holds = true;
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
        Thread next = new Thread(() -> {
            if (holds) {
                synchronized (lock) {
                    x = 1;
                }
            }
        });
        waiter.start();
        next.start();
        int seen = x;
        System.out.println(seen);
    }
}
