//@ kind: deadlock
import java.util.concurrent.CountDownLatch;

/** A thread is started by a method that locks its Thread, which another thread holds until it is told. */
public class StartNeedsLock {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        Thread worker = new Thread(() -> { });
        new Thread(() -> {
            worker.start(); //~ deadlock
            started.countDown();
        }).start();
        synchronized (worker) {
            started.await(); //~ deadlock
        }
    }
}
