import java.util.logging.Level;
import java.util.logging.Logger;

/** Two threads log for ever: what is logged is no part of the state. */
public class SilentLogs {
    private static final Logger LOG = Logger.getLogger("silent");
    private static final System.Logger OTHER = System.getLogger("other");

    static class Chatty extends Thread {
        @Override
        public void run() {
            while (true) {
                LOG.info("again");
                OTHER.log(System.Logger.Level.INFO, "again {0}", 1);
            }
        }
    }

    public static void main(String[] args) {
        Chatty chatty = new Chatty();
        chatty.setDaemon(true);
        chatty.start();
        LOG.log(Level.WARNING, "once {0}", args.length);
        LOG.fine(() -> "never");
        assert LOG.isLoggable(Level.INFO) && !LOG.isLoggable(Level.FINE);
        assert !OTHER.isLoggable(System.Logger.Level.DEBUG);
    }
}
