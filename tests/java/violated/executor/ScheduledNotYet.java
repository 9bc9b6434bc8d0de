//@ kind: assertion
//@ options: --timeouts idle
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A task with a delay has not been run yet. */
public class ScheduledNotYet {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        ScheduledFuture<Integer> later = pool.schedule(() -> 1, 5, TimeUnit.MILLISECONDS);
        boolean done = later.isDone();
        pool.shutdownNow();
        assert done; //~ assertion
    }
}
