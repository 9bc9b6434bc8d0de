//@ reason: a call of java/util/concurrent
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Pools that steal work have no model. */
public class Executor {
    public static void main(String[] args) {
        new Thread(() -> { }).start();
        ExecutorService pool = Executors.newWorkStealingPool(2);
        pool.shutdown();
    }
}
