//@ open: latches that count
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** One latch for the start, one for the finish. */
public class Race100m {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(4);
        AtomicInteger place = new AtomicInteger();
        for (int i = 0; i < 4; i++) {
            new Thread(() -> {
                try {
                    start.await();
                    System.out.println("place " + place.incrementAndGet());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } finally {
                    finish.countDown();
                }
            }).start();
        }
        start.countDown();
        finish.await();
    }
}
