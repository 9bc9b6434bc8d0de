//@ kind: nested-monitor
import java.util.concurrent.CountDownLatch;

/** A thread is started by a method that locks its Thread, which another thread holds until it is told. */
public class StartNeedsLock {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        Thread worker = new Thread(() -> { });
        new Thread(() -> {
            worker.start(); //~ nested-monitor
            started.countDown();
        }).start();
        synchronized (worker) {
            started.await(); //~ nested-monitor
        }
    }
}
