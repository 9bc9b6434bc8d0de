// kills: lazy not: Notify writes WaitSet
/** One thread wakes another, which then writes what main reads. */
public class WokenBesideMain {
    static final Object lock = new Object();
    static volatile int x;
    static volatile boolean waits;

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                waits = true;
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
            x = 1;
        });
        Thread waker = new Thread(() -> {
            synchronized (lock) {
                if (waits) {
                    lock.notify();
                }
            }
        });
        waiter.start();
        waker.start();
        int seen = x;
        System.out.println(seen);
    }
}
