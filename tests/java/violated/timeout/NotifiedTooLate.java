//@ kind: assertion
//@ options: --timeouts any
/** A timed wait may end before the notification. */
public class NotifiedTooLate {
    static final Object LOCK = new Object();
    static boolean done;

    static class Worker extends Thread {
        @Override
        public void run() {
            synchronized (LOCK) {
                done = true;
                LOCK.notify();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Worker().start();
        synchronized (LOCK) {
            if (!done) {
                LOCK.wait(100);
            }
            assert done; //~ assertion
        }
    }
}
