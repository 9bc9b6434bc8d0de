import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.List;

/** All tasks have been run when invokeAll returns. */
public class InvokeAll {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        int sum = 0;
        List<Callable<Integer>> tasks = List.of(() -> 1, () -> 2);
        for (Future<Integer> done : pool.invokeAll(tasks)) sum += done.get();
        assert sum == 3;
        pool.shutdown();
    }
}
