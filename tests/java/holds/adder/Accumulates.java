import java.util.concurrent.atomic.LongAccumulator;

/** The greatest of what both gave. */
public class Accumulates {
    static final LongAccumulator MAX = new LongAccumulator(Long::max, 0);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(Accumulates::other);
        other.start();
        MAX.accumulate(3);
        other.join();
        assert MAX.get() == 5;
    }

    static void other() {
        MAX.accumulate(5);
    }
}
