//@ property: exception

/** A waiter that was notified before anybody interrupts it has no exception. */
public class InterruptedOnceNotified {
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
                    throw new IllegalStateException();
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
                lock.notify();
                go = true;
            }
        }
    }
}
