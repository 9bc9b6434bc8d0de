import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The same loops, and somebody sets the flag or releases the latch. */
public class AwaitsAndIsReleased {
    static volatile int stage;
    static final CountDownLatch released = new CountDownLatch(1);

    public static void main(String[] args) throws InterruptedException {
        Thread releaser = new Thread(() -> {
            stage = 1;
            released.countDown();
        });
        releaser.start();
        while (stage < 2 && !released.await(1, TimeUnit.DAYS)) {
        }
        releaser.join();
    }
}
