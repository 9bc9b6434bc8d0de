//@ kind: non-termination
import java.util.concurrent.atomic.AtomicBoolean;

/** A lock of one bit that is never given back: the second spins for ever, and main waits for it. */
public class SpinJoined {
    static final AtomicBoolean taken = new AtomicBoolean();

    public static void main(String[] args) throws InterruptedException {
        Runnable takes = () -> {
            while (!taken.compareAndSet(false, true)) { //~ non-termination
                Thread.onSpinWait();
            }
        };
        Thread one = new Thread(takes);
        Thread two = new Thread(takes);
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
