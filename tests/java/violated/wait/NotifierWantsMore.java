//@ property: deadlock
//@ kind: deadlock

/**
 * Who waits keeps another monitor; who notifies wants that one before it lets go of the first. The notification
 * was heard: this is a circle of two monitors.
 */
public class NotifierWantsMore {
    static final Object state = new Object();
    static final Object log = new Object();
    static boolean ready;
    static boolean waits;

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(() -> {
            synchronized (log) {
                synchronized (state) {
                    while (!ready) {
                        waits = true;
                        try {
                            state.wait(); //~ deadlock
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                    }
                }
            }
        }, "reader");
        reader.start();
        synchronized (state) {
            ready = true;
            if (waits) {
                state.notify();
                synchronized (log) { //~ deadlock
                    waits = false;
                }
            }
        }
        reader.join();
    }
}
