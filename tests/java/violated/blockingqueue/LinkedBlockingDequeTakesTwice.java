//@ kind: deadlock
import java.util.concurrent.LinkedBlockingDeque;

/** One is put, two are taken. */
public class LinkedBlockingDequeTakesTwice {
    static final LinkedBlockingDeque<Integer> QUEUE = new LinkedBlockingDeque<>(1);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(LinkedBlockingDequeTakesTwice::other);
        other.start();
        QUEUE.take();
        QUEUE.take(); //~ deadlock
        other.join();

    }

    static void other() {
        try {
            QUEUE.put(1);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
