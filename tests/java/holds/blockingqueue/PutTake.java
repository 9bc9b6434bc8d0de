import java.util.concurrent.LinkedBlockingQueue;

/** One item through the queue; what it points to is visible to the taker. */
public class PutTake {
    static final LinkedBlockingQueue<int[]> QUEUE = new LinkedBlockingQueue<>();

    public static void main(String[] args) throws InterruptedException {
        Thread producer = new Thread(() -> {
            int[] item = new int[1];
            item[0] = 42;
            QUEUE.add(item);
        });
        producer.start();
        int[] taken = QUEUE.take();
        assert taken[0] == 42;
    }
}
