//@ kind: assertion
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The value is made twice. */
public class AbsentThenPut {
    static final ConcurrentHashMap<String, Integer> MAP = new ConcurrentHashMap<>();
    static final AtomicInteger MADE = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(AbsentThenPut::other);
        other.start();
        other();
        other.join();
        assert MADE.get() == 1; //~ assertion
    }

    static void other() {
        if (!MAP.containsKey("k")) MAP.put("k", MADE.incrementAndGet());
    }
}
