//@ property: starvation
//@ kind: starvation
//@ says: starves
import java.util.concurrent.atomic.AtomicBoolean;

// Whoever compares and sets at the wrong moment each time never gets the lock, however fair the scheduler.
public class SpinLockUnfair {
    static final AtomicBoolean taken = new AtomicBoolean();

    static void work() {
        while (true) {
            while (!taken.compareAndSet(false, true)) { //~ starvation
                Thread.onSpinWait();
            }
            taken.set(false);
        }
    }

    public static void main(String[] args) {
        new Thread(SpinLockUnfair::work, "one").start();
        new Thread(SpinLockUnfair::work, "two").start();
    }
}
