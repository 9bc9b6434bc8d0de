//@ kind: exception
//@ property: exception

/** A thread that is made a daemon just before another starts it may be overtaken by the shutdown hook. */
public class DaemonBeforeStart {
    static volatile boolean done;
    static final Thread worker = new Thread(() -> done = true);

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            if (!done) {
                throw new IllegalStateException(); //~ exception
            }
        }));
        new Thread(worker::start).start();
        try {
            worker.setDaemon(true);
        } catch (IllegalThreadStateException e) {
            // It was started before.
        }
    }
}
