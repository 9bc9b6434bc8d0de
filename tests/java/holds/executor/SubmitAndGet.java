import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** One task on a pool of one thread; the pool is shut down. */
public class SubmitAndGet {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Integer> answer = pool.submit(() -> 6 * 7);
        assert answer.get() == 42;
        assert answer.isDone();
        pool.shutdown();
    }
}
