//@ options: --timeouts idle
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.TimeUnit;

/** A pool that makes threads as needed. */
public class Cached {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        AtomicInteger runs = new AtomicInteger();
        pool.execute(runs::incrementAndGet);
        pool.shutdown();
        assert pool.awaitTermination(1, TimeUnit.MINUTES);
        assert runs.get() == 1;
    }
}
