import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A pool of one worker, whose tasks are looked at before they are done. */
public class OneWorker {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1, OneWorker::daemon);
        Future<Integer> first = pool.submit(() -> 1);
        Future<Integer> second = pool.submit(() -> 2);
        boolean early = second.isDone();
        boolean cancelled = first.cancel(false);
        System.out.println(early + " " + cancelled + " " + second.get());
    }

    static Thread daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    }
}
