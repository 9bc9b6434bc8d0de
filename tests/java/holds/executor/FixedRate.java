import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A periodic task that runs for ever: states come back. */
public class FixedRate {
    static volatile boolean light;

    public static void main(String[] args) {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        pool.scheduleAtFixedRate(() -> light = !light, 0, 1, TimeUnit.SECONDS);
    }
}
