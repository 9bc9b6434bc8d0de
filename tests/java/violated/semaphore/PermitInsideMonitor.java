//@ kind: nested-monitor
import java.util.concurrent.Semaphore;

/** Who waits for the permit holds the monitor that is needed to give it back. */
public class PermitInsideMonitor {
    static final Object gate = new Object();
    static final Semaphore permit = new Semaphore(0);

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (gate) {
                permit.acquireUninterruptibly(); //~ nested-monitor
            }
        }, "taker").start();
        new Thread(() -> {
            synchronized (gate) { //~ nested-monitor
                permit.release();
            }
        }, "giver").start();
    }
}
