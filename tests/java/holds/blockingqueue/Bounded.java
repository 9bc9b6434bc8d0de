import java.util.concurrent.LinkedBlockingQueue;

/** Two items in order through a queue with room for one. */
public class Bounded {
    static final LinkedBlockingQueue<Integer> QUEUE = new LinkedBlockingQueue<>(1);

    static void produce() {
        try {
            QUEUE.put(1);
            QUEUE.put(2);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(Bounded::produce).start();
        int first = QUEUE.take();
        int second = QUEUE.take();
        assert first == 1 && second == 2;
    }
}
