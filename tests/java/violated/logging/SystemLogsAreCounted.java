//@ kind: race
//@ property: race
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What is logged by way of {@code System.Logger} comes to the handlers of java.util.logging. */
public class SystemLogsAreCounted extends Handler {
    private static final System.Logger LOG = System.getLogger("counted");
    private int count;

    @Override
    public void publish(LogRecord record) {
        count++; //~ race
    }

    @Override
    public void flush() {
    }

    @Override
    public void close() {
    }

    public static void main(String[] args) throws InterruptedException {
        Logger.getLogger("counted").addHandler(new SystemLogsAreCounted());
        Thread other = new Thread(() -> LOG.log(System.Logger.Level.INFO, "other"));
        other.start();
        LOG.log(System.Logger.Level.INFO, "main");
        other.join();
    }
}
