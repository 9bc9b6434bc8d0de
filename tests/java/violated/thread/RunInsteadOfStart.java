//@ kind: deadlock
/** run() called directly runs in the caller, which then waits for itself. */
public class RunInsteadOfStart {
    static final Object LOCK = new Object();
    static boolean ready;

    static class Receiver extends Thread {
        @Override
        public void run() {
            synchronized (LOCK) {
                while (!ready) {
                    try {
                        LOCK.wait(); //~ deadlock
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        }
    }

    public static void main(String[] args) {
        new Receiver().run();
        synchronized (LOCK) {
            ready = true;
            LOCK.notify();
        }
    }
}
