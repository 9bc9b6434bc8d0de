//@ kind: exception
import java.util.concurrent.LinkedBlockingQueue;

/** poll() does not wait: it may find nothing. */
public class PolledTooEarly {
    static final LinkedBlockingQueue<Integer> QUEUE = new LinkedBlockingQueue<>();

    public static void main(String[] args) {
        new Thread(() -> QUEUE.add(1)).start();
        int item = QUEUE.poll(); //~ exception
        assert item == 1;
    }
}
