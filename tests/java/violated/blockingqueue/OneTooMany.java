//@ kind: deadlock
import java.util.concurrent.LinkedBlockingQueue;

/** The consumer takes one more than is produced. */
public class OneTooMany {
    static final LinkedBlockingQueue<Integer> QUEUE = new LinkedBlockingQueue<>();

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> QUEUE.add(1)).start();
        QUEUE.take();
        QUEUE.take(); //~ deadlock
    }
}
