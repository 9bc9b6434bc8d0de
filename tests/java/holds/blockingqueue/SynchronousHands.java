import java.util.concurrent.SynchronousQueue;

/** What one puts the other takes. */
public class SynchronousHands {
    static final SynchronousQueue<Integer> QUEUE = new SynchronousQueue<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(SynchronousHands::other);
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
