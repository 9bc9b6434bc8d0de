//@ kind: exception
//@ property: exception
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One thread, no queue, and a second task before the first is over. */
public class Rejected {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(0, 1, 1, TimeUnit.SECONDS, new SynchronousQueue<>());
        pool.execute(() -> {});
        pool.execute(() -> {}); //~ exception
        pool.shutdown();
    }
}
