//@ kind: deadlock
import java.util.concurrent.CountDownLatch;

/** The latch counts one more than there are workers. */
public class CountTooHigh {
    static final CountDownLatch DONE = new CountDownLatch(2);

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> DONE.countDown());
        worker.start();
        DONE.await(); //~ deadlock
    }
}
