//@ kind: assertion
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Whoever takes the first element may take one that no longer is: the deque of the library promises
 * less than a queue behind a lock.
 */
public class TakenFromBehind {
    static final ConcurrentLinkedDeque<Integer> DEQUE = new ConcurrentLinkedDeque<>();
    static volatile Integer taken;
    static volatile Integer last;

    public static void main(String[] args) throws InterruptedException {
        DEQUE.add(1);
        Thread taker = new Thread(() -> taken = DEQUE.pollFirst());
        Thread adder = new Thread(() -> {
            DEQUE.addFirst(0);
            last = DEQUE.peekLast();
        });
        taker.start();
        adder.start();
        taker.join();
        adder.join();
        // If 1 was the last element after 0 had come before it, 0 is what the taker should get.
        assert !(taken == 1 && last == 1);
    }
}
