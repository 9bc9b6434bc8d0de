//@ kind: deadlock
//@ jdk: 17
/** Loggers of {@code System} have the same handler. */
public class ThroughSystemLogger {
    static final Object LOCK = new Object();
    static final System.Logger LOG = System.getLogger("system");

    public static void main(String[] args) {
        Object named = new Object() {
            @Override
            public String toString() {
                synchronized (LOCK) { //~ deadlock
                    return "named";
                }
            }
        };
        new Thread(() -> {
            synchronized (LOCK) {
                LOG.log(System.Logger.Level.INFO, "{0}", new StringBuilder("other")); //~ deadlock
            }
        }).start();
        LOG.log(System.Logger.Level.INFO, "{0}", named);
    }
}
