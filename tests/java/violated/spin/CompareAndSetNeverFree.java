//@ property: deadlock,exception,assertion,race,non-termination
//@ kind: non-termination
import java.util.concurrent.atomic.AtomicBoolean;

/** A spin lock that its holder does not give back. */
public class CompareAndSetNeverFree {
    static final AtomicBoolean LOCK = new AtomicBoolean();
    static volatile int shared;

    static void lock() {
        while (!LOCK.compareAndSet(false, true)) { //~ non-termination
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            lock();
            shared++;
        }).start();
        lock();
        shared++;
        LOCK.set(false);
    }
}
