import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Limits on waiting for a task and for a pool are no faults. */
public class GetsInTime {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Integer> answer = pool.submit(() -> 42);
        assert answer.get(1, TimeUnit.SECONDS) == 42;
        pool.shutdown();
        assert pool.awaitTermination(5, TimeUnit.SECONDS);
    }
}
