//@ kind: nested-monitor
/** The waiter gives up the inner lock only; the notifier needs the outer one first. */
public class NestedMonitor {
    static final Object OUTER = new Object();
    static final Object INNER = new Object();
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread sender = new Thread() {
            @Override
            public void run() {
                synchronized (OUTER) { //~ nested-monitor
                    synchronized (INNER) {
                        ready = true;
                        INNER.notifyAll();
                    }
                }
            }
        };
        sender.start();
        synchronized (OUTER) {
            synchronized (INNER) {
                while (!ready) {
                    INNER.wait(); //~ nested-monitor
                }
            }
        }
        sender.join();
    }
}
