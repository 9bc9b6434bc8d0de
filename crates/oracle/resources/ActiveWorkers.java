import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Counts the workers of a pool that are at work, by whether each has its own lock. */
public class ActiveWorkers {
    static volatile boolean done;

    public static void main(String[] args) {
        LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, tasks, ActiveWorkers::daemon);
        pool.execute(() -> done = true);
        boolean before = done;
        int active = pool.getActiveCount();
        System.out.println(before + " " + active + " " + done);
    }

    static Thread daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    }
}
