//@ property: termination
//@ options: --search dfs
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PoolEnds {
    static volatile boolean stop;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> stop = true);
        pool.execute(() -> {
            while (!stop) {
                Thread.yield();
            }
        });
        pool.shutdown();
    }
}
