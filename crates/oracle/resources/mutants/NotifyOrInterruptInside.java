// kills: lazy not: Waiting reads Slot
// kills: layers not: Waiting reads Slot

/** A waiter that is about to be notified may be interrupted first, by a thread that was told to only then. */
public class NotifyOrInterruptInside {
    static final Object lock = new Object();
    static volatile boolean go;
    static boolean waits;

    public static void main(String[] args) {
        Thread waiter = new Thread(() -> {
            synchronized (lock) {
                waits = true;
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(); //~ exception
                }
            }
        });
        Thread other = new Thread(() -> {
            if (go) {
                waiter.interrupt();
            }
        });
        waiter.start();
        other.start();
        synchronized (lock) {
            if (waits) {
                go = true;
                lock.notify();
            }
        }
    }
}
