import java.util.concurrent.LinkedBlockingQueue;

/** The second item has to wait for room, and comes after the first. */
public class Bounded {
    static final LinkedBlockingQueue<Integer> QUEUE = new LinkedBlockingQueue<>(1);

    static void produce() {
        try {
            QUEUE.put(2);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        QUEUE.put(1);
        new Thread(Bounded::produce).start();
        int first = QUEUE.take();
        int second = QUEUE.take();
        assert first == 1 && second == 2;
    }
}
