import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A loop that polls with a limit until something comes. */
public class PollLoop {
    static final ArrayBlockingQueue<Integer> QUEUE = new ArrayBlockingQueue<>(1);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(PollLoop::other);
        other.start();
        QUEUE.put(1);
        other.join();
        assert QUEUE.isEmpty();
    }

    static void other() {
        try {
            while (QUEUE.poll(1, TimeUnit.SECONDS) == null) Thread.yield();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
