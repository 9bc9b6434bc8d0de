import java.util.logging.Level;
import java.util.logging.Logger;

/** A Logger is thread-safe. */
class SharedLogger {
    static final Logger logger = Logger.getLogger("shared");

    static {
        logger.setUseParentHandlers(false);
    }

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
        logger.info("hello " + n);
        assert logger.isLoggable(Level.SEVERE);
    }
}
