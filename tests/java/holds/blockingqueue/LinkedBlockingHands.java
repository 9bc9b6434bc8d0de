import java.util.concurrent.LinkedBlockingQueue;

/** What one puts the other takes. */
public class LinkedBlockingHands {
    static final LinkedBlockingQueue<Integer> QUEUE = new LinkedBlockingQueue<>(1);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(LinkedBlockingHands::other);
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
