//@ kind: deadlock
import java.util.concurrent.LinkedBlockingQueue;

/** One is put, two are taken. */
public class LinkedBlockingTakesTwice {
    static final LinkedBlockingQueue<Integer> QUEUE = new LinkedBlockingQueue<>(1);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(LinkedBlockingTakesTwice::other);
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
