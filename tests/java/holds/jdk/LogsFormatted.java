
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;

/** Both threads format log records. */
class LogsFormatted {
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
        LogRecord record = new LogRecord(Level.WARNING, "m {0}");
        record.setParameters(new Object[] {n});
        assert new SimpleFormatter().formatMessage(record).equals("m " + n);
        assert new SimpleFormatter().format(record).contains("m " + n);
    }
}
