//@ kind: assertion
import java.util.logging.Level;
import java.util.logging.LogRecord;

/** Which of two threads gets the lower number is open. */
public class OrderOfRecords {
    static long other;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> other = new LogRecord(Level.INFO, "a").getSequenceNumber());
        thread.start();
        long own = new LogRecord(Level.INFO, "b").getSequenceNumber();
        thread.join();
        assert own < other; //~ assertion
    }
}
