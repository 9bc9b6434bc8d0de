import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;

/** One of two adds is the first. */
public class SortedSet {
    static final ConcurrentSkipListSet<Integer> SET = new ConcurrentSkipListSet<>();
    static final AtomicInteger WINS = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(SortedSet::other);
        other.start();
        other();
        other.join();
        assert WINS.get() == 1;
    }

    static void other() {
        if (SET.add(1)) WINS.incrementAndGet();
    }
}
