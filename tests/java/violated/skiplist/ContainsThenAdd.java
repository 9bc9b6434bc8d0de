//@ kind: assertion
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;

/** Both look before either adds. */
public class ContainsThenAdd {
    static final ConcurrentSkipListSet<Integer> SET = new ConcurrentSkipListSet<>();
    static final AtomicInteger WINS = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(ContainsThenAdd::other);
        other.start();
        other();
        other.join();
        assert WINS.get() == 1; //~ assertion
    }

    static void other() {
        if (!SET.contains(1)) {
            SET.add(1);
            WINS.incrementAndGet();
        }
    }
}
