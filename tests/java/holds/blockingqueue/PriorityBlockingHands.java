import java.util.concurrent.PriorityBlockingQueue;

/** What one puts the other takes. */
public class PriorityBlockingHands {
    static final PriorityBlockingQueue<Integer> QUEUE = new PriorityBlockingQueue<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(PriorityBlockingHands::other);
        other.start();
        assert QUEUE.take() == 1;
        other.join();
        assert QUEUE.isEmpty();
    }

    static void other() {
        QUEUE.put(1);
    }
}
