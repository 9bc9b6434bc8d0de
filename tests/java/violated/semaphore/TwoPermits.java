//@ kind: race
import java.util.concurrent.Semaphore;

/** Two permits let two threads in at once. */
public class TwoPermits {
    static final Semaphore PERMITS = new Semaphore(2);
    static int count;

    static void add() {
        PERMITS.acquireUninterruptibly();
        count++; //~ race
        PERMITS.release();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(TwoPermits::add);
        other.start();
        add();
        other.join();
    }
}
