//@ kind: deadlock
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Nobody shuts the pool down: its thread waits for work for ever and the program never ends. */
public class NotShutDown {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Integer> answer = pool.submit(() -> 6 * 7);
        assert answer.get() == 42;
    }
}
