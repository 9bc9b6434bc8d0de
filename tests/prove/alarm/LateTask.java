//@ kind: exception
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A task is given to a pool that is shut down. */
public class LateTask {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        for (int i = 0; i < 2; i++) {
            pool.execute(() -> System.out.println("task"));
            pool.shutdown();
        }
    }
}
