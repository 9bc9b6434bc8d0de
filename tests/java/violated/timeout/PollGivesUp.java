//@ kind: exception
//@ options: --timeouts any
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A timed poll() returns null when nothing has come in time. */
public class PollGivesUp {
    static final LinkedBlockingQueue<Integer> QUEUE = new LinkedBlockingQueue<>();

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> QUEUE.add(1)).start();
        int item = QUEUE.poll(1, TimeUnit.SECONDS); //~ exception
        assert item == 1;
    }
}
