//@ kind: race
import java.util.concurrent.Semaphore;

/** Two permits do not exclude each other. */
public class TwoPermits {
    private final Semaphore permits = new Semaphore(2);
    private int served;

    void serve() {
        permits.acquireUninterruptibly();
        try {
            served++;
        } finally {
            permits.release();
        }
    }

    public static void main(String[] args) {
        TwoPermits pool = new TwoPermits();
        for (int i = 0; i < 3; i++) {
            new Thread(pool::serve).start();
        }
    }
}
