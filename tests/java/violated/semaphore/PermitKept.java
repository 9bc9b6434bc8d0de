//@ kind: deadlock
import java.util.concurrent.Semaphore;

/** An exception path keeps the permit. */
public class PermitKept {
    static final Semaphore PERMIT = new Semaphore(1);

    static void work(int divisor) {
        PERMIT.acquireUninterruptibly(); //~ deadlock
        int result = 1 / divisor;
        assert result == 1;
        PERMIT.release();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                work(0);
            } catch (ArithmeticException e) {
                assert e.getMessage().equals("/ by zero");
            }
        });
        other.start();
        work(1);
        other.join();
    }
}
