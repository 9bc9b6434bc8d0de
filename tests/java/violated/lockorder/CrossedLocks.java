//@ kind: deadlock
/** The textbook deadlock: two locks, two orders. */
public class CrossedLocks {
    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread() {
            @Override
            public void run() {
                synchronized (RIGHT) {
                    synchronized (LEFT) { //~ deadlock
                        assert Thread.holdsLock(RIGHT);
                    }
                }
            }
        };
        other.start();
        synchronized (LEFT) {
            synchronized (RIGHT) { //~ deadlock
                assert Thread.holdsLock(LEFT);
            }
        }
        other.join();
    }
}
