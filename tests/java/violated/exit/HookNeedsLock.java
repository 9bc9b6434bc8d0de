//@ kind: deadlock
/** exit() waits for the hook, the hook waits for the lock that the exiting thread holds. */
public class HookNeedsLock {
    static final Object LOCK = new Object();

    static class Save extends Thread {
        @Override
        public void run() {
            synchronized (LOCK) { //~ deadlock
                assert Thread.holdsLock(LOCK);
            }
        }
    }

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Save());
        synchronized (LOCK) {
            System.exit(1); //~ deadlock
        }
    }
}
