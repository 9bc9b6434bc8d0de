import java.util.concurrent.ArrayBlockingQueue;

/** What one puts the other takes. */
public class ArrayBlockingHands {
    static final ArrayBlockingQueue<Integer> QUEUE = new ArrayBlockingQueue<>(1);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(ArrayBlockingHands::other);
        other.start();
        assert QUEUE.take() == 1;
        other.join();
        assert QUEUE.isEmpty();
    }

    static void other() {
        try {
            QUEUE.put(1);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
