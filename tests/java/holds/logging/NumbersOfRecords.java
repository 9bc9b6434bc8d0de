import java.util.logging.Level;
import java.util.logging.LogRecord;

/** Every record has a number of its own, also if two threads make some. */
public class NumbersOfRecords {
    static long other;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> other = new LogRecord(Level.INFO, "a").getSequenceNumber());
        thread.start();
        long first = new LogRecord(Level.INFO, "b").getSequenceNumber();
        long second = new LogRecord(Level.INFO, "c").getSequenceNumber();
        thread.join();
        assert first < second && first != other && second != other;
    }
}
