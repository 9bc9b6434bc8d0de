//@ options: --timeouts idle
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** What the pool refuses the caller runs. */
public class CallerRuns {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(0, 1, 1, TimeUnit.SECONDS, new SynchronousQueue<>(),
                new ThreadPoolExecutor.CallerRunsPolicy());
        AtomicInteger runs = new AtomicInteger();
        pool.execute(runs::incrementAndGet);
        pool.execute(runs::incrementAndGet);
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        assert runs.get() == 2;
    }
}
