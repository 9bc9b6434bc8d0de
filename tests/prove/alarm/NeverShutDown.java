//@ kind: deadlock
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of the pool wait for tasks for ever. */
public class NeverShutDown {
    public static void main(String[] args) {
        AtomicInteger sum = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 2; i++) {
            pool.execute(sum::incrementAndGet);
        }
    }
}
