import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/** A pool that is shut down refuses tasks. */
public class RejectedAfterShutdown {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.shutdown();
        try {
            pool.execute(() -> {});
            assert false;
        } catch (RejectedExecutionException e) {
            assert pool.isShutdown();
        }
    }
}
