//@ kind: deadlock
//@ options: --spurious-wakeups
/** Waking up for no reason does not end a wait that nobody ends. */
public class WakesForNothing {
    static final Object LOCK = new Object();
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (LOCK) {
                LOCK.notifyAll();
            }
        });
        other.start();
        other.join();
        synchronized (LOCK) {
            while (!ready) {
                LOCK.wait(); //~ deadlock
            }
        }
    }
}
