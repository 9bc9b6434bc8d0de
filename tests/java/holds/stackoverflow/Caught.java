/** A StackOverflowError is thrown, caught, and leaves every lock on its way. */
public class Caught {
    static final Object LOCK = new Object();

    static int recurse(int depth) {
        synchronized (LOCK) {
            return recurse(depth + 1) + 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread() {
            @Override
            public void run() {
                synchronized (LOCK) {
                    assert Thread.holdsLock(LOCK);
                }
            }
        };
        boolean overflowed = false;
        try {
            recurse(0);
        } catch (StackOverflowError e) {
            overflowed = true;
        }
        assert overflowed;
        assert !Thread.holdsLock(LOCK);
        other.start();
        other.join();
    }
}
