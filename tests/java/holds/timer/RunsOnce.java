//@ options: --timeouts idle
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/** A timer runs its task, and ends when it is cancelled. */
public class RunsOnce {
    public static void main(String[] args) throws Exception {
        Timer timer = new Timer();
        CountDownLatch done = new CountDownLatch(1);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                done.countDown();
            }
        }, 5);
        done.await();
        timer.cancel();
    }
}
