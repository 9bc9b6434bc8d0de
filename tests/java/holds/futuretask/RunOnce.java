import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

/** A task that two threads run is run once. */
public class RunOnce {
    static final AtomicInteger RUNS = new AtomicInteger();
    static final FutureTask<Integer> TASK = new FutureTask<>(RUNS::incrementAndGet);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(RunOnce::other);
        other.start();
        other();
        assert TASK.get() == 1;
        other.join();
        assert RUNS.get() == 1;
    }

    static void other() {
        TASK.run();
    }
}
