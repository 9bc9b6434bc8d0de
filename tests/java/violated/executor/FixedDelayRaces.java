//@ kind: race
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A periodic task and its starter, without a lock. */
public class FixedDelayRaces {
    static int runs;

    public static void main(String[] args) {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        pool.scheduleWithFixedDelay(() -> runs = 1 - runs, 0, 1, TimeUnit.SECONDS); //~ race
        runs = 1; //~ race
    }
}
