//@ kind: nested-monitor
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Who waits on the condition lets go of its lock, but not of the monitor that the signaller needs. */
public class AwaitInsideMonitor {
    final ReentrantLock lock = new ReentrantLock();
    final Condition changed = lock.newCondition();
    boolean ready;

    synchronized void take() throws InterruptedException {
        lock.lock();
        try {
            while (!ready) {
                changed.await(); //~ nested-monitor
            }
        } finally {
            lock.unlock();
        }
    }

    synchronized void give() { //~ nested-monitor
        lock.lock();
        try {
            ready = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        AwaitInsideMonitor box = new AwaitInsideMonitor();
        new Thread(() -> {
            try {
                box.take();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "taker").start();
        new Thread(box::give, "giver").start();
    }
}
