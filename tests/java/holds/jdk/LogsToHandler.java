
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Both threads log to a handler of the program. */
class LogsToHandler {
    static final AtomicInteger COUNT = new AtomicInteger();
    static final Logger LOGGER = Logger.getLogger("own");

    static {
        LOGGER.setUseParentHandlers(false);
        LOGGER.addHandler(new Handler() {
            @Override
            public void publish(LogRecord record) {
                COUNT.incrementAndGet();
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
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
        LOGGER.info("message " + n);
        assert COUNT.get() >= 1;
    }
}
