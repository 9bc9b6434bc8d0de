import java.util.concurrent.ConcurrentLinkedDeque;

/** What both put in is in. */
public class LinkedDequeBothIn {
    static final ConcurrentLinkedDeque<Integer> QUEUE = new ConcurrentLinkedDeque<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(LinkedDequeBothIn::other);
        other.start();
        QUEUE.offerFirst(1);
        other.join();
        assert QUEUE.size() == 2;
    }

    static void other() {
        QUEUE.offerFirst(2);
    }
}
