//@ kind: assertion
import java.util.concurrent.ConcurrentHashMap;

/** Each call is atomic, the pair is not: an addition can be lost. */
public class GetThenPut {
    static final ConcurrentHashMap<String, Integer> MAP = new ConcurrentHashMap<>();

    static void add(int amount) {
        MAP.put("key", MAP.get("key") + amount);
    }

    public static void main(String[] args) throws InterruptedException {
        MAP.put("key", 1);
        Thread other = new Thread(() -> add(2));
        other.start();
        add(4);
        other.join();
        assert MAP.get("key") == 7; //~ assertion
    }
}
