//@ kind: deadlock
//@ options: --spurious-wakeups
import java.util.concurrent.locks.LockSupport;

/** Neither do two threads that wait for each other, one of them parked. */
public class TwoWakeForNothing {
    static final Object LOCK = new Object();
    static boolean ready;
    static volatile boolean told;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            while (!told) {
                LockSupport.park(); //~ deadlock
            }
            synchronized (LOCK) {
                ready = true;
                LOCK.notifyAll();
            }
        });
        other.start();
        synchronized (LOCK) {
            while (!ready) {
                LOCK.wait(); //~ deadlock
            }
        }
        told = true;
        LockSupport.unpark(other);
    }
}
