//@ kind: deadlock
/** One thread initialises and wants the lock; the other has the lock and needs the class. */
public class LockAndInitializer {
    static final Object LOCK = new Object();

    static class Registry {
        static int size;

        static {
            synchronized (LOCK) { //~ deadlock
                size = 1;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread() {
            @Override
            public void run() {
                assert Registry.size == 1;
            }
        };
        other.start();
        synchronized (LOCK) {
            assert Registry.size == 1; //~ deadlock
        }
        other.join();
    }
}
