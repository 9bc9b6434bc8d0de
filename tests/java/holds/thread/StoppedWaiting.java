//@ jdk: 17
/** A thread that waits is stopped: it gets its monitor back and leaves. */
public class StoppedWaiting {
    static final Object LOCK = new Object();
    static boolean left;

    @SuppressWarnings({"deprecation", "removal"})
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            synchronized (LOCK) {
                try {
                    LOCK.wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                } finally {
                    left = true;
                }
            }
        });
        thread.start();
        thread.stop();
        thread.join();
        synchronized (LOCK) {
            assert !Thread.holdsLock(thread);
        }
    }
}
