//@ kind: deadlock
import java.util.concurrent.Semaphore;

/** Both threads hold one of the two permits and want another. */
public class OneOfTwoPermits {
    static final Semaphore PERMITS = new Semaphore(2, true);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(OneOfTwoPermits::other);
        other.start();
        other();
        other.join();

    }

    static void other() {
        PERMITS.acquireUninterruptibly();
        PERMITS.acquireUninterruptibly(); //~ deadlock
        PERMITS.release(2);
    }
}
