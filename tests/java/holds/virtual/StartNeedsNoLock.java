//@ jdk: 25
import java.util.concurrent.CountDownLatch;

/** A virtual thread is started without the lock of its Thread. */
public class StartNeedsNoLock {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        Thread worker = Thread.ofVirtual().unstarted(() -> { });
        Thread starting = new Thread(() -> {
            worker.start();
            started.countDown();
        });
        starting.start();
        synchronized (worker) {
            started.await();
        }
        starting.join();
        worker.join();
    }
}
