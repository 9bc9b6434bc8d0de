//@ kind: deadlock
import java.util.concurrent.LinkedTransferQueue;

/** One is put, two are taken. */
public class LinkedTransferTakesTwice {
    static final LinkedTransferQueue<Integer> QUEUE = new LinkedTransferQueue<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(LinkedTransferTakesTwice::other);
        other.start();
        QUEUE.take();
        QUEUE.take(); //~ deadlock
        other.join();

    }

    static void other() {
        QUEUE.put(1);
    }
}
