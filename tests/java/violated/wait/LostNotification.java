//@ kind: lost-notification
/** The notification may come before the wait, and nothing remembers it. */
public class LostNotification {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread sender = new Thread() {
            @Override
            public void run() {
                synchronized (LOCK) {
                    LOCK.notify();
                }
            }
        };
        sender.start();
        synchronized (LOCK) {
            LOCK.wait(); //~ lost-notification
        }
        sender.join();
    }
}
