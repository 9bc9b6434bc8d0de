//@ kind: deadlock
/** Printing locks System.out, which another thread holds while it wants the printer's lock. */
public class PrintsInsideItsLock {
    static final Object LOCK = new Object();

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (LOCK) {
                System.out.println("inside"); //~ deadlock
            }
        }).start();
        synchronized (System.out) {
            synchronized (LOCK) { //~ deadlock
                System.out.println("both");
            }
        }
    }
}
