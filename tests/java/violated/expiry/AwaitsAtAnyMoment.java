//@ kind: assertion
//@ options: --timeouts any
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The same where waits end at any moment. */
public class AwaitsAtAnyMoment {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        Thread other = new Thread(latch::countDown);
        other.start();
        assert latch.await(5, TimeUnit.SECONDS); //~ assertion
        other.join();
    }
}
