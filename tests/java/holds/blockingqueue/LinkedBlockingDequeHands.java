import java.util.concurrent.LinkedBlockingDeque;

/** What one puts the other takes. */
public class LinkedBlockingDequeHands {
    static final LinkedBlockingDeque<Integer> QUEUE = new LinkedBlockingDeque<>(1);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(LinkedBlockingDequeHands::other);
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
