import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A time stamp that is the key of a map is found again, however late. */
public class StampAsKey {
    public static void main(String[] args) throws InterruptedException {
        Map<Long, String> plain = new HashMap<>();
        Map<Long, String> concurrent = new ConcurrentHashMap<>();
        long key = System.currentTimeMillis();
        plain.put(key, "x");
        concurrent.put(key, "x");
        Thread.sleep(100_000);
        assert plain.containsKey(key) && concurrent.containsKey(key);
    }
}
