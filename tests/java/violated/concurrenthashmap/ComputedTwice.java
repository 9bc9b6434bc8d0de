//@ kind: assertion
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Two threads find nothing in the cache, and both compute. */
public class ComputedTwice {
    static final ConcurrentHashMap<Integer, Integer> cache = new ConcurrentHashMap<>();
    static final AtomicInteger runs = new AtomicInteger();

    static int square(int of) {
        Integer known = cache.get(of);
        if (known != null) return known;
        runs.incrementAndGet();
        cache.put(of, of * of);
        return of * of;
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> square(3));
        other.start();
        square(3);
        other.join();
        assert runs.get() == 1; //~ assertion
    }
}
