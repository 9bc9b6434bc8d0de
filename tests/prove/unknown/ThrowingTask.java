//@ reason: a task of a pool that throws
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A task throws. */
public class ThrowingTask {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        for (int i = 0; i < 2; i++) {
            pool.execute(() -> {
                throw new IllegalStateException();
            });
        }
        pool.shutdown();
    }
}
