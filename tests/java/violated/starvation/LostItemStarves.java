//@ property: starvation
//@ kind: starvation
//@ options: --search dfs
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

// The only item may go to the logger, which puts nothing back: the consumer waits for ever.
public class LostItemStarves {
    static final BlockingQueue<String> items = new ArrayBlockingQueue<>(1);
    static volatile int beats;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            while (true) {
                beats = 1 - beats;
            }
        }, "heart").start();
        Thread consumer = new Thread(() -> {
            try {
                items.take(); //~ starvation
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "consumer");
        consumer.start();
        items.put("item");
        items.poll();
    }
}
