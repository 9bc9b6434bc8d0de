//@ kind: exception
import java.util.concurrent.ConcurrentLinkedQueue;

/** Between a look and a removal another thread removes. */
public class LinkedQueuePeekThenPoll {
    static final ConcurrentLinkedQueue<Integer> QUEUE = new ConcurrentLinkedQueue<>();

    static {
        QUEUE.add(1);
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(LinkedQueuePeekThenPoll::other);
        other.start();
        other();
        other.join();

    }

    static void other() {
        if (!QUEUE.isEmpty()) {
            int taken = QUEUE.poll(); //~ exception
            assert taken == 1;
        }
    }
}
