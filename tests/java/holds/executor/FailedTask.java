import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A task's exception is kept in its future, and comes out of get() as the cause. */
public class FailedTask {
    static int fail() {
        throw new IllegalStateException("in the task");
    }

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Integer> answer = pool.submit(FailedTask::fail);
        pool.shutdown();
        try {
            answer.get();
            assert false : "get() returned";
        } catch (ExecutionException e) {
            assert e.getCause() instanceof IllegalStateException;
            assert e.getCause().getMessage().equals("in the task");
        }
    }
}
