//@ jdk: 25
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An executor with a virtual thread for each task. */
public class PerTask {
    public static void main(String[] args) throws Exception {
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            assert pool.submit(() -> 42).get() == 42;
        }
    }
}
