//@ property: termination
//@ kind: termination
//@ options: --search dfs
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// The pool has one worker: the task that would end the first never gets its turn.
public class PoolTaskSpins {
    static volatile boolean stop;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> {
            while (!stop) { //~ termination
                Thread.yield();
            }
        });
        pool.execute(() -> stop = true);
        pool.shutdown();
    }
}
