//@ kind: deadlock
import java.util.concurrent.PriorityBlockingQueue;

/** One is put, two are taken. */
public class PriorityBlockingTakesTwice {
    static final PriorityBlockingQueue<Integer> QUEUE = new PriorityBlockingQueue<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(PriorityBlockingTakesTwice::other);
        other.start();
        QUEUE.take();
        QUEUE.take(); //~ deadlock
        other.join();

    }

    static void other() {
        QUEUE.put(1);
    }
}
