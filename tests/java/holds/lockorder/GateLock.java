/** The locks are taken in opposite orders, but only under a third one: no deadlock. */
public class GateLock {
    static final Object GATE = new Object();
    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread() {
            @Override
            public void run() {
                synchronized (GATE) {
                    synchronized (RIGHT) {
                        synchronized (LEFT) {
                            assert Thread.holdsLock(GATE);
                        }
                    }
                }
            }
        };
        other.start();
        synchronized (GATE) {
            synchronized (LEFT) {
                synchronized (RIGHT) {
                    assert Thread.holdsLock(GATE);
                }
            }
        }
        other.join();
    }
}
