//@ kind: deadlock
import java.util.concurrent.Semaphore;

/** Two semaphores, taken in both orders. */
public class SemaphoreOrder {
    static final Semaphore first = new Semaphore(1);
    static final Semaphore second = new Semaphore(1);

    static void both(Semaphore a, Semaphore b) {
        a.acquireUninterruptibly();
        b.acquireUninterruptibly();
        b.release();
        a.release();
    }

    public static void main(String[] args) {
        for (int i = 0; i < 1; i++) {
            new Thread(() -> both(first, second)).start();
            new Thread(() -> both(second, first)).start();
        }
    }
}
