//@ property: exception,assertion,race
//@ kind: exception
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** get() throws what the task threw, and nothing catches it (nor shuts the pool down). */
public class UncaughtFailure {
    static int divide(int by) {
        return 1 / by;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Integer> answer = pool.submit(() -> divide(0));
        int result = answer.get(); //~ exception
        pool.shutdown();
        assert result == 1;
    }
}
