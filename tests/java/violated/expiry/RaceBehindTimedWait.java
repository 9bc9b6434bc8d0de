//@ kind: race
//@ options: --timeouts any
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What a latch orders it does not order if the wait for it runs out. */
public class RaceBehindTimedWait {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            value = 1; //~ race
            latch.countDown();
        });
        other.start();
        latch.await(5, TimeUnit.SECONDS);
        int seen = value; //~ race
        other.join();
    }
}
