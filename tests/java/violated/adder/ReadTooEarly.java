//@ kind: assertion
import java.util.concurrent.atomic.LongAdder;

/** The sum is read while the other still adds. */
public class ReadTooEarly {
    static final LongAdder SUM = new LongAdder();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(ReadTooEarly::other);
        other.start();
        SUM.increment();
        assert SUM.sum() == 2; //~ assertion
        other.join();

    }

    static void other() {
        SUM.increment();
    }
}
