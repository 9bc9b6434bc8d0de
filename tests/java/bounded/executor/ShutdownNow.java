//@ options: --timeouts idle
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.CountDownLatch;

/** shutdownNow interrupts the running task and gives the waiting one back. */
public class ShutdownNow {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CountDownLatch begun = new CountDownLatch(1);
        pool.execute(() -> {
            begun.countDown();
            try {
                Thread.sleep(1000);
                assert false;
            } catch (InterruptedException e) {
                assert pool.isShutdown();
            }
        });
        begun.await();
        assert pool.shutdownNow().isEmpty();
    }
}
