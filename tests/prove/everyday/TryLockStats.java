import java.util.concurrent.locks.ReentrantLock;

/** Statistics that are skipped if somebody else writes them. */
public class TryLockStats {
    private final ReentrantLock lock = new ReentrantLock();
    private int samples;

    boolean sample() {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            samples++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        TryLockStats stats = new TryLockStats();
        for (int i = 0; i < 4; i++) {
            new Thread(stats::sample).start();
        }
    }
}
