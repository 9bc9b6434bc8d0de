//@ kind: deadlock
import java.util.concurrent.LinkedBlockingQueue;

/** Two threads each put before they take, into queues that are full. */
public class NoRoom {
    static final LinkedBlockingQueue<Integer> THERE = new LinkedBlockingQueue<>(1);
    static final LinkedBlockingQueue<Integer> BACK = new LinkedBlockingQueue<>(1);

    static void echo() {
        try {
            BACK.put(THERE.take()); //~ deadlock
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BACK.put(0);
        THERE.put(1);
        new Thread(NoRoom::echo).start();
        THERE.put(2);
        THERE.put(3); //~ deadlock
        BACK.take();
    }
}
