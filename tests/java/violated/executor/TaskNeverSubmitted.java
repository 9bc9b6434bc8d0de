//@ property: deadlock
//@ kind: deadlock
//@ says: and nobody will wake it
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;

// A worker waits for a task that was given to nobody; the other worker of the pool is idle.
public class TaskNeverSubmitted {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        FutureTask<Integer> forgotten = new FutureTask<>(() -> 1);
        pool.submit(() -> forgotten.get());
        pool.submit(() -> 2);
        pool.shutdown();
    }
}
