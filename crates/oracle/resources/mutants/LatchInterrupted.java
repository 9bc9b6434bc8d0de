import java.util.concurrent.CountDownLatch;

/** An interrupt comes before or after the wait for an open latch. */
public class LatchInterrupted {
    static final CountDownLatch latch = new CountDownLatch(1);

    public static void main(String[] args) {
        latch.countDown();
        Thread main = Thread.currentThread();
        Thread other = new Thread(main::interrupt);
        other.start();
        try {
            latch.await();
            System.out.println(1);
        } catch (InterruptedException e) {
            System.out.println(2);
        }
    }
}
