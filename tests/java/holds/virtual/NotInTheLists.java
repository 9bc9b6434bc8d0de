//@ jdk: 25
import java.util.concurrent.CountDownLatch;

/** Virtual threads are in no list of threads. */
public class NotInTheLists {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        Thread thread = Thread.ofVirtual().start(() -> {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        assert !Thread.getAllStackTraces().containsKey(thread);
        assert Thread.getAllStackTraces().containsKey(Thread.currentThread());
        assert thread.getThreadGroup().activeCount() == 0;
        latch.countDown();
        thread.join();
    }
}
