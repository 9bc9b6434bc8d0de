//@ kind: deadlock
import java.util.concurrent.SynchronousQueue;

/** One is put, two are taken. */
public class SynchronousTakesTwice {
    static final SynchronousQueue<Integer> QUEUE = new SynchronousQueue<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(SynchronousTakesTwice::other);
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
