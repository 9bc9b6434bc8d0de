//@ options: --timeouts idle
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A task with a delay is run after it. */
public class Scheduled {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        long before = System.nanoTime();
        ScheduledFuture<Long> later = pool.schedule(() -> System.nanoTime() - before, 5, TimeUnit.MILLISECONDS);
        assert later.get() >= 5_000_000;
        pool.shutdown();
    }
}
