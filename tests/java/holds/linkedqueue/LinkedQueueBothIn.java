import java.util.concurrent.ConcurrentLinkedQueue;

/** What both put in is in. */
public class LinkedQueueBothIn {
    static final ConcurrentLinkedQueue<Integer> QUEUE = new ConcurrentLinkedQueue<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(LinkedQueueBothIn::other);
        other.start();
        QUEUE.offer(1);
        other.join();
        assert QUEUE.size() == 2;
    }

    static void other() {
        QUEUE.offer(2);
    }
}
