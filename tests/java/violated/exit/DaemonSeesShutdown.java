//@ kind: assertion
/** Daemons go on while the JVM shuts down, and may see that it does, whether there are hooks or not. */
public class DaemonSeesShutdown {
    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            try {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> { }));
            } catch (IllegalStateException e) {
                assert false : "shutdown in progress"; //~ assertion
            }
        });
        daemon.setDaemon(true);
        daemon.start();
    }
}
