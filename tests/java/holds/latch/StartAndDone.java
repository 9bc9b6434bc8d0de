import java.util.concurrent.CountDownLatch;

/** A latch of one opens for main when the worker is done; what came before it is visible. */
public class StartAndDone {
    static final CountDownLatch DONE = new CountDownLatch(1);
    static int result;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            result = 42;
            DONE.countDown();
        });
        worker.start();
        DONE.await();
        assert result == 42;
        assert DONE.getCount() == 0;
    }
}
