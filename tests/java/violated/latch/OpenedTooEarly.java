//@ kind: race
import java.util.concurrent.CountDownLatch;

/** The worker opens the latch before it has written its result. */
public class OpenedTooEarly {
    static final CountDownLatch DONE = new CountDownLatch(1);
    static int result;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            DONE.countDown();
            result = 42; //~ race
        });
        worker.start();
        DONE.await();
        int seen = result; //~ race
        assert seen == 0 || seen == 42;
    }
}
