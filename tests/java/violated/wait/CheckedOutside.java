//@ kind: lost-notification
/** The condition is checked before the lock is taken: the notification fits in between. */
public class CheckedOutside {
    static final Object LOCK = new Object();
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread sender = new Thread() {
            @Override
            public void run() {
                ready = true;
                synchronized (LOCK) {
                    LOCK.notify();
                }
            }
        };
        sender.start();
        if (!ready) {
            synchronized (LOCK) {
                LOCK.wait(); //~ lost-notification
            }
        }
        sender.join();
    }
}
