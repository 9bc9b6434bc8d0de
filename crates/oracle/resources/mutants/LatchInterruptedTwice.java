import java.util.concurrent.CountDownLatch;

/** A wait for a latch takes one interrupt back; the second may come before or after. */
public class LatchInterruptedTwice {
    static final CountDownLatch latch = new CountDownLatch(1);

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread other = new Thread(main::interrupt);
        other.start();
        main.interrupt();
        try {
            latch.await();
        } catch (InterruptedException e) {
            try {
                other.join();
                System.out.println(0);
            } catch (InterruptedException again) {
                System.out.println(1);
            }
        }
    }
}
