//@ kind: race
//@ property: race
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** A handler of the program's own is run by every thread that logs, and counts without a lock. */
public class OwnHandler extends Handler {
    private static final Logger LOG = Logger.getLogger("own");
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
        LOG.addHandler(new OwnHandler());
        Thread other = new Thread(() -> LOG.info("other"));
        other.start();
        LOG.info("main");
        other.join();
    }
}
