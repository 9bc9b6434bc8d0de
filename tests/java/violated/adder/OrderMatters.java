//@ kind: assertion
import java.util.concurrent.atomic.LongAccumulator;

/** An accumulator whose function depends on the order. */
public class OrderMatters {
    static final LongAccumulator LAST = new LongAccumulator((old, it) -> it, 0);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(OrderMatters::other);
        other.start();
        LAST.accumulate(3);
        other.join();
        assert LAST.get() == 5; //~ assertion
    }

    static void other() {
        LAST.accumulate(5);
    }
}
