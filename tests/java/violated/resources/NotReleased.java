//@ kind: deadlock
import java.util.concurrent.Semaphore;

/** The constructor fails after it has taken the permit: no resource, so nothing is closed. */
public class NotReleased {
    static final Semaphore PERMIT = new Semaphore(1);

    static class Connection implements AutoCloseable {
        Connection(boolean fail) {
            PERMIT.acquireUninterruptibly(); //~ deadlock
            if (fail) {
                throw new IllegalStateException("no connection");
            }
        }

        @Override
        public void close() {
            PERMIT.release();
        }
    }

    static void use(boolean fail) {
        try (Connection connection = new Connection(fail)) {
            assert PERMIT.availablePermits() == 0;
        } catch (IllegalStateException e) {
            assert fail;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> use(true)).start();
        use(false);
    }
}
