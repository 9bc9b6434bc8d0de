/** A thread needs the lock that its starter holds while it waits for it, but not for ever. */
public class TimedUnderLock {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            synchronized (LOCK) {
                assert Thread.holdsLock(LOCK);
            }
        });
        synchronized (LOCK) {
            worker.start();
            worker.join(100);
        }
        worker.join();
    }
}
