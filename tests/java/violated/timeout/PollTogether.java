//@ kind: assertion
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Two timed waits of one length end at the same moment, and what follows them is not atomic. */
public class PollTogether {
    static final ArrayBlockingQueue<String> QUEUE = new ArrayBlockingQueue<>(1);
    static volatile int misses;

    static Runnable poller() {
        return () -> {
            try {
                if (QUEUE.poll(10, TimeUnit.MILLISECONDS) == null) {
                    misses++;
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(poller());
        Thread two = new Thread(poller());
        one.start();
        two.start();
        one.join();
        two.join();
        assert misses == 2; //~ assertion
    }
}
