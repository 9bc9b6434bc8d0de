import java.util.logging.Level;
import java.util.logging.Logger;

/** Logging does no harm. */
public class Loggers {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        Logger logger = Logger.getLogger("test");
        logger.setLevel(Level.OFF);
        logger.info("silent");
        logger.log(Level.SEVERE, "silent {0}", 1);
        p(logger.getName() + " " + logger.isLoggable(Level.SEVERE) + " " + Level.parse("FINE"));
    }
}
