//@ kind: exception
import java.util.concurrent.ConcurrentLinkedDeque;

/** Between a look and a removal another thread removes. */
public class LinkedDequePeekThenPoll {
    static final ConcurrentLinkedDeque<Integer> QUEUE = new ConcurrentLinkedDeque<>();

    static {
        QUEUE.add(1);
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(LinkedDequePeekThenPoll::other);
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
