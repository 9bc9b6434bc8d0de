//@ jdk: 25
import java.util.logging.Level;
import java.util.logging.Logger;

/** The handler that logs have by default formats before it is locked. */
public class FormatsBeforeTheHandler {
    static final Object LOCK = new Object();
    static final Logger LOG = Logger.getLogger("before");

    static class Named {
        @Override
        public String toString() {
            synchronized (LOCK) {
                return "named";
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (LOCK) {
                LOG.info("other");
            }
        }).start();
        LOG.log(Level.INFO, "{0}", new Named());
    }
}
