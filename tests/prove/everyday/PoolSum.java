import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Tasks of a pool add to an atomic. */
public class PoolSum {
    public static void main(String[] args) {
        AtomicInteger sum = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        for (int i = 0; i < 10; i++) {
            int number = i;
            pool.execute(() -> sum.addAndGet(number));
        }
        pool.shutdown();
    }
}
