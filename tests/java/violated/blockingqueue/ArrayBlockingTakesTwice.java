//@ kind: deadlock
import java.util.concurrent.ArrayBlockingQueue;

/** One is put, two are taken. */
public class ArrayBlockingTakesTwice {
    static final ArrayBlockingQueue<Integer> QUEUE = new ArrayBlockingQueue<>(1);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(ArrayBlockingTakesTwice::other);
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
