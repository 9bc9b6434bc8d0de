//@ reason: a call of java/util/concurrent
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Executors have no model yet. */
public class Executor {
    public static void main(String[] args) {
        new Thread(() -> { }).start();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.shutdown();
    }
}
