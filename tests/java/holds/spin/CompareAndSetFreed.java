//@ property: deadlock,exception,assertion,race,non-termination
import java.util.concurrent.atomic.AtomicBoolean;

/** A spin lock that is given back. */
public class CompareAndSetFreed {
    static final AtomicBoolean LOCK = new AtomicBoolean();
    static int shared;

    static void count() {
        while (!LOCK.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
        shared++;
        LOCK.set(false);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(CompareAndSetFreed::count);
        other.start();
        count();
        other.join();
        assert shared == 2;
    }
}
