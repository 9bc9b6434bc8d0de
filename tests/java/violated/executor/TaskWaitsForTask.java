//@ kind: deadlock
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A task waits for a second one, for which the pool has no thread left. */
public class TaskWaitsForTask {
    static final ExecutorService POOL = Executors.newFixedThreadPool(1);

    static int outer() throws Exception {
        Future<Integer> inner = POOL.submit(() -> 1);
        return inner.get() + 1; //~ deadlock
    }

    public static void main(String[] args) throws Exception {
        Future<Integer> answer = POOL.submit(TaskWaitsForTask::outer);
        int result = answer.get(); //~ deadlock
        assert result == 2;
        POOL.shutdown();
    }
}
