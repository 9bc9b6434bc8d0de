import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.List;

/** The result of the only task. */
public class InvokeAny {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        int only = pool.invokeAny(List.of(() -> 1));
        assert only == 1;
        pool.shutdown();
    }
}
