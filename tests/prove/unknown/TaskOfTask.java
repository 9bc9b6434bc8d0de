//@ reason: a task of a pool that waits for others
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A task waits for another one, for which the pool has no thread. */
public class TaskOfTask {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> {
            Future<?> inner = pool.submit(() -> { });
            try {
                inner.get();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            pool.shutdown();
        });
    }
}
