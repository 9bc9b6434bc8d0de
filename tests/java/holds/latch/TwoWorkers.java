import java.util.concurrent.CountDownLatch;

/** main waits for two workers. */
public class TwoWorkers {
    static final CountDownLatch DONE = new CountDownLatch(2);
    static final int[] RESULTS = new int[2];

    static void work(int index) {
        RESULTS[index] = index + 1;
        DONE.countDown();
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> work(0)).start();
        new Thread(() -> work(1)).start();
        DONE.await();
        assert RESULTS[0] + RESULTS[1] == 3;
    }
}
