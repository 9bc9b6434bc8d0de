//@ reason: the monitor of a thread
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Each task locks the thread that it runs on, which is not the same for all. */
public class TaskMonitor {
    static int value;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 2; i++) {
            pool.execute(() -> {
                synchronized (Thread.currentThread()) {
                    value++;
                }
            });
        }
        pool.shutdown();
    }
}
