//@ kind: exception
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Nobody puts anything into the queue, so polling it ends with null. */
public class PollsInVain {
    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<String> queue = new LinkedBlockingQueue<>();
        new Thread(() -> {}).start();
        queue.poll(1, TimeUnit.SECONDS).length(); //~ exception
    }
}
