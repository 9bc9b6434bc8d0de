//@ kind: deadlock
import java.util.concurrent.Semaphore;

/** Two threads each need both permits and take them one at a time. */
public class PairTakenSingly {
    static final Semaphore PERMITS = new Semaphore(2);

    static void work() {
        PERMITS.acquireUninterruptibly();
        PERMITS.acquireUninterruptibly(); //~ deadlock
        PERMITS.release(2);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(PairTakenSingly::work);
        other.start();
        work();
        other.join();
    }
}
