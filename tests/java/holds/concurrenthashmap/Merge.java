import java.util.concurrent.ConcurrentHashMap;

/** merge() is one step: no addition is lost. */
public class Merge {
    static final ConcurrentHashMap<String, Integer> MAP = new ConcurrentHashMap<>();

    public static void main(String[] args) throws InterruptedException {
        MAP.put("key", 1);
        Thread other = new Thread(() -> MAP.merge("key", 2, Integer::sum));
        other.start();
        MAP.merge("key", 4, Integer::sum);
        other.join();
        assert MAP.get("key") == 7;
    }
}
