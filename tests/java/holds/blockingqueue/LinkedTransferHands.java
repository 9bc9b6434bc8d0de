import java.util.concurrent.LinkedTransferQueue;

/** What one puts the other takes. */
public class LinkedTransferHands {
    static final LinkedTransferQueue<Integer> QUEUE = new LinkedTransferQueue<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(LinkedTransferHands::other);
        other.start();
        assert QUEUE.take() == 1;
        other.join();
        assert QUEUE.isEmpty();
    }

    static void other() {
        QUEUE.put(1);
    }
}
