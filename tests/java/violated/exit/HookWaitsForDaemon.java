//@ kind: deadlock
/** The hook joins a daemon thread that waits for ever, so the program never ends. */
public class HookWaitsForDaemon {
    static final Object LOCK = new Object();

    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            synchronized (LOCK) {
                try {
                    LOCK.wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                daemon.join(); //~ deadlock
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }));
    }
}
