import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Five seconds are long: that they run out while the other thread could move is a warning. */
public class AwaitsLongEnough {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        Thread other = new Thread(latch::countDown);
        other.start();
        assert latch.await(5, TimeUnit.SECONDS);
        other.join();
    }
}
