/** Opposite orders, but the second thread starts its locking only after the first has ended. */
public class ThreadsNeverMeet {
    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread() {
            @Override
            public void run() {
                synchronized (RIGHT) {
                    synchronized (LEFT) {
                        assert Thread.holdsLock(RIGHT);
                    }
                }
            }
        };
        other.start();
        other.join();
        synchronized (LEFT) {
            synchronized (RIGHT) {
                assert Thread.holdsLock(LEFT);
            }
        }
    }
}
