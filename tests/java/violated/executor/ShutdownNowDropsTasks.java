//@ kind: assertion
//@ options: --timeouts idle --search preemption --preemptions 2
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.TimeUnit;

/** A task that waits in the queue is never run. */
public class ShutdownNowDropsTasks {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        AtomicInteger runs = new AtomicInteger();
        pool.execute(runs::incrementAndGet);
        pool.execute(runs::incrementAndGet);
        pool.shutdownNow();
        pool.awaitTermination(1, TimeUnit.SECONDS);
        assert runs.get() == 2; //~ assertion
    }
}
