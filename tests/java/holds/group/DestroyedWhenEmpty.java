//@ jdk: 17
import java.util.concurrent.CountDownLatch;

/** A group that has threads can't be destroyed; one that is destroyed takes none. */
public class DestroyedWhenEmpty {
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("group");
        CountDownLatch latch = new CountDownLatch(1);
        Thread thread = new Thread(group, () -> {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        boolean refused = false;
        try {
            group.destroy();
        } catch (IllegalThreadStateException e) {
            refused = true;
        }
        assert refused && !group.isDestroyed();
        latch.countDown();
        thread.join();
        group.destroy();
        assert group.isDestroyed() && thread.getThreadGroup() == null;
    }
}
