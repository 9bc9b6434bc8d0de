//@ property: deadlock
//@ kind: deadlock
//@ says: no thread of the pool is free
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// The only worker waits for a task that only it could run.
public class PoolOfOneAsksItself {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(() -> pool.submit(() -> 1).get());
    }
}
