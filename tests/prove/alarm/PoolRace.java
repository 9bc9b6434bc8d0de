//@ kind: race
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Tasks of a pool share a number. */
public class PoolRace {
    static int sum;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 2; i++) {
            pool.execute(() -> sum++);
        }
        pool.shutdown();
    }
}
