import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The value is made once. */
public class ComputeIfAbsent {
    static final ConcurrentHashMap<String, Integer> MAP = new ConcurrentHashMap<>();
    static final AtomicInteger MADE = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(ComputeIfAbsent::other);
        other.start();
        other();
        other.join();
        assert MADE.get() == 1;
    }

    static void other() {
        MAP.computeIfAbsent("k", k -> MADE.incrementAndGet());
    }
}
