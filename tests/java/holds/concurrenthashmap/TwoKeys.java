import java.util.concurrent.ConcurrentHashMap;

/** Two threads put different keys: both are there. */
public class TwoKeys {
    static final ConcurrentHashMap<Integer, String> MAP = new ConcurrentHashMap<>();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> MAP.put(1, "one"));
        other.start();
        MAP.put(2, "two");
        other.join();
        assert MAP.get(1).equals("one");
        assert MAP.get(2).equals("two");
        assert MAP.size() == 2;
    }
}
