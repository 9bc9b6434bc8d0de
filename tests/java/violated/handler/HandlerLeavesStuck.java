//@ kind: deadlock
/** The handler hides the exception, but the notification the dead thread owed never comes. */
public class HandlerLeavesStuck {
    static final Object LOCK = new Object();
    static boolean done;

    static void work(int by) {
        int result = 1 / by;
        synchronized (LOCK) {
            done = result > 0;
            LOCK.notifyAll();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> work(0));
        worker.setUncaughtExceptionHandler((thread, exception) -> {
            assert exception instanceof ArithmeticException;
        });
        worker.start();
        synchronized (LOCK) {
            while (!done) {
                LOCK.wait(); //~ deadlock
            }
        }
    }
}
