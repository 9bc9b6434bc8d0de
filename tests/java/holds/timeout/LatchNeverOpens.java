import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A timed await() on a latch that nobody opens returns false, and the clock has moved. */
public class LatchNeverOpens {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        long before = System.nanoTime();
        assert !latch.await(50, TimeUnit.MILLISECONDS);
        assert System.nanoTime() - before >= 50_000_000L;
    }
}
