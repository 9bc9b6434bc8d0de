//@ kind: assertion
//@ options: --timeouts idle
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** What is delayed is not there yet. */
public class NotYetThere {
    static class Tomorrow implements Delayed {
        final long at = System.nanoTime() + 1_000_000;

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(at, ((Tomorrow) other).at);
        }
    }

    static final DelayQueue<Tomorrow> QUEUE = new DelayQueue<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(NotYetThere::other);
        other.start();

        other.join();
        assert QUEUE.poll() != null; //~ assertion
    }

    static void other() {
        QUEUE.put(new Tomorrow());
    }
}
