//@ kind: deadlock
//@ jdk: 17
import java.util.logging.Level;
import java.util.logging.Logger;

/** The handler that logs have by default formats while it is locked. */
public class FormatsInsideTheHandler {
    static final Object LOCK = new Object();
    static final Logger LOG = Logger.getLogger("inside");

    static class Named {
        @Override
        public String toString() {
            synchronized (LOCK) { //~ deadlock
                return "named";
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (LOCK) {
                LOG.info("other"); //~ deadlock
            }
        }).start();
        LOG.log(Level.INFO, "{0}", new Named());
    }
}
