/** wait() gives up the lock however often it was entered, and takes all of it back. */
public class ReentrantWait {
    static final Object LOCK = new Object();
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread sender = new Thread() {
            @Override
            public void run() {
                synchronized (LOCK) {
                    ready = true;
                    LOCK.notify();
                }
            }
        };
        sender.start();
        synchronized (LOCK) {
            synchronized (LOCK) {
                while (!ready) {
                    LOCK.wait();
                }
            }
            assert Thread.holdsLock(LOCK);
        }
        assert !Thread.holdsLock(LOCK);
        sender.join();
    }
}
