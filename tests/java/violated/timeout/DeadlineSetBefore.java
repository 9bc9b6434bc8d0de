//@ kind: exception
/** A deadline that was set before any thread started is reached after a timed wait. */
public class DeadlineSetBefore {
    static final Object LOCK = new Object();
    static long deadline;
    static boolean done;

    public static void main(String[] args) throws InterruptedException {
        deadline = System.nanoTime() + 50_000_000L;
        Thread other = new Thread() {
            @Override
            public void run() {
                synchronized (LOCK) {
                    LOCK.notifyAll();
                }
            }
        };
        other.start();
        synchronized (LOCK) {
            while (!done) {
                long left = (deadline - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    throw new IllegalStateException("too late"); //~ exception
                }
                LOCK.wait(left);
            }
        }
    }
}
