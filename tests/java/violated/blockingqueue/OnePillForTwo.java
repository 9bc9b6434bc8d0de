//@ kind: deadlock
//@ options: --search preemption --preemptions 2
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Two consumers, and only one gets to know that there is no more. */
public class OnePillForTwo {
    static final int PILL = -1;

    static void consume(BlockingQueue<Integer> queue) {
        try {
            while (queue.take() != PILL) Thread.onSpinWait(); //~ deadlock
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(2);
        new Thread(() -> consume(queue), "one").start();
        new Thread(() -> consume(queue), "two").start();
        queue.put(5);
        queue.put(PILL);
    }
}
