import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Who waits for the second task holds the monitor that the first one needs. */
public class LockedWait {
    public static void main(String[] args) throws Exception {
        Object monitor = new Object();
        ExecutorService pool = Executors.newFixedThreadPool(1);
        synchronized (monitor) {
            pool.submit(() -> {
                synchronized (monitor) {
                    System.out.println("first");
                }
            });
            Future<?> second = pool.submit(() -> System.out.println("second"));
            second.get();
        }
        pool.shutdown();
    }
}
