/** An exception that leaves a synchronized block releases the lock, at every level of re-entry. */
public class ReleasedByException {
    static final Object LOCK = new Object();
    static int count;

    static void fail() {
        synchronized (LOCK) {
            synchronized (LOCK) {
                count++;
                throw new IllegalStateException("inside");
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread() {
            @Override
            public void run() {
                try {
                    fail();
                } catch (IllegalStateException expected) {
                    assert !Thread.holdsLock(LOCK);
                }
            }
        };
        other.start();
        synchronized (LOCK) {
            count++;
        }
        other.join();
        assert count == 2;
    }
}
