//@ kind: deadlock
/** A thread needs the lock that its starter has held from before it was started, and waits with. */
public class StartedUnderLock {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            synchronized (LOCK) { //~ deadlock
                assert Thread.holdsLock(LOCK);
            }
        });
        synchronized (LOCK) {
            worker.start();
            worker.join(); //~ deadlock
        }
    }
}
