
import java.util.logging.Level;
import java.util.logging.Logger;

/** Both threads log to one logger. */
class LogsMessages {
    static final Logger LOGGER = Logger.getLogger("a.b");

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            try {
                use(1);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        use(2);
        other.join();
    }

    static void use(int n) throws Exception {
        LOGGER.log(Level.INFO, "message {0}", n);
        LOGGER.fine("not shown");
        assert LOGGER.getName().equals("a.b");
    }
}
