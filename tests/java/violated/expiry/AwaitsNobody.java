//@ kind: assertion
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The time runs out in every run: nobody opens the latch. */
public class AwaitsNobody {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(2);
        Thread other = new Thread(latch::countDown);
        other.start();
        assert latch.await(5, TimeUnit.SECONDS); //~ assertion
        other.join();
    }
}
