import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A wait that is long enough orders what was done before it ended. */
public class OrderedByTimedWait {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            value = 1;
            latch.countDown();
        });
        other.start();
        latch.await(5, TimeUnit.SECONDS);
        int seen = value;
        other.join();
    }
}
