//@ kind: nested-monitor
//@ jdk: 17
import java.util.concurrent.CountDownLatch;

/** A thread needs the monitor of its group to be started. */
public class NeedsItsGroupToStart {
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("group");
        CountDownLatch started = new CountDownLatch(1);
        new Thread(() -> {
            new Thread(group, () -> { }).start();
            started.countDown();
        }).start();
        synchronized (group) {
            started.await(); //~ nested-monitor
        }
    }
}
