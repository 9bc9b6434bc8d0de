//@ kind: exception
/** notify() under another lock than that of the object notified. */
public class NotifyNotOwner {
    static final Object LOCK = new Object();
    static final Object OTHER = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread sender = new Thread() {
            @Override
            public void run() {
                synchronized (OTHER) {
                    LOCK.notify(); //~ exception
                }
            }
        };
        sender.start();
        sender.join();
    }
}
