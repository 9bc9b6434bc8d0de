import java.util.concurrent.locks.ReentrantLock;

/** A lock that is released by try-with-resources, also when the body throws. */
public class LockAsResource {
    static class Held implements AutoCloseable {
        private static final ReentrantLock LOCK = new ReentrantLock();

        Held() {
            LOCK.lock();
        }

        @Override
        public void close() {
            LOCK.unlock();
        }
    }

    static int count;

    static void add(boolean fail) {
        try (Held held = new Held()) {
            count++;
            if (fail) {
                throw new IllegalStateException();
            }
        } catch (IllegalStateException e) {
            assert fail;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> add(true));
        other.start();
        add(false);
        other.join();
        assert count == 2;
    }
}
