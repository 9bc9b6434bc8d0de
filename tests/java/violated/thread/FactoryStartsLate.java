//@ kind: assertion
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The thread that a factory has made for a pool is not started yet when another looks at it. */
public class FactoryStartsLate {
    static volatile Thread made;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newSingleThreadExecutor(task -> {
            made = new Thread(task);
            return made;
        });
        Thread looker = new Thread(() -> {
            Thread seen = made;
            assert seen == null || seen.isAlive(); //~ assertion
        });
        looker.start();
        pool.execute(() -> {});
        pool.shutdown();
    }
}
