//@ kind: race
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The task writes a field that main reads without asking the future. */
public class SharedResult {
    static int result;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> result = 42); //~ race
        pool.shutdown();
        int seen = result; //~ race
        assert seen == 0 || seen == 42;
    }
}
