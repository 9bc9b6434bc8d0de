import java.util.concurrent.Semaphore;

/** Two permits at a time, first come, first served. */
public class FairPermits {
    static final Semaphore PERMITS = new Semaphore(2, true);
    static int count;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(FairPermits::other);
        other.start();
        other();
        other.join();
        assert count == 2;
    }

    static void other() {
        PERMITS.acquireUninterruptibly(2);
        count++;
        PERMITS.release(2);
    }
}
