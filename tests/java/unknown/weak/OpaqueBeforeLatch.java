import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** Who waits at the latch comes after who saw the flag, and that is not after the write. */
public class OpaqueBeforeLatch {
    static int data;
    static final AtomicBoolean READY = new AtomicBoolean();

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(() -> {
            data = 42;
            READY.setOpaque(true);
        }).start();
        new Thread(() -> {
            while (!READY.getOpaque()) {
                Thread.onSpinWait();
            }
            latch.countDown();
        }).start();
        latch.await();
        System.out.println(data);
    }
}
