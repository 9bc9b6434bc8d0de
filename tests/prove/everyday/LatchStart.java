//@ open: latches that count
import java.util.concurrent.CountDownLatch;

/** The main thread waits until all services are up. */
public class LatchStart {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch ready = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                System.out.println("up");
                ready.countDown();
            }).start();
        }
        ready.await();
        System.out.println("all are up");
    }
}
