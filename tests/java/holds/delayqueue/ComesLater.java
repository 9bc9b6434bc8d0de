//@ options: --timeouts idle
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** What is delayed is taken when its time has come. */
public class ComesLater {
    static class Later implements Delayed {
        final long at = System.nanoTime() + 1_000_000;

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(at, ((Later) other).at);
        }
    }

    static final DelayQueue<Later> QUEUE = new DelayQueue<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(ComesLater::other);
        other.start();
        Later taken = QUEUE.take();
        assert taken.getDelay(TimeUnit.NANOSECONDS) <= 0;
        other.join();

    }

    static void other() {
        QUEUE.put(new Later());
    }
}
