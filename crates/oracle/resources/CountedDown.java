import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/** A latch and a semaphore that others look at while they are used. */
public class CountedDown {
    static final CountDownLatch latch = new CountDownLatch(2);
    static final Semaphore semaphore = new Semaphore(1);

    public static void main(String[] args) throws InterruptedException {
        new Thread(CountedDown::count).start();
        new Thread(CountedDown::count).start();
        long before = latch.getCount();
        latch.await();
        System.out.println("before " + before + ", permits " + semaphore.availablePermits());
    }

    static void count() {
        boolean got = semaphore.tryAcquire();
        latch.countDown();
        if (got) {
            semaphore.release();
        }
        System.out.println("got " + got);
    }
}
