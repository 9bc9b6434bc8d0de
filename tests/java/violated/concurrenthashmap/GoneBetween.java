//@ kind: exception
import java.util.concurrent.ConcurrentHashMap;

/** The key is removed between the test and the use. */
public class GoneBetween {
    static final ConcurrentHashMap<String, Integer> MAP = new ConcurrentHashMap<>();

    public static void main(String[] args) {
        MAP.put("key", 1);
        new Thread(() -> MAP.remove("key")).start();
        if (MAP.containsKey("key")) {
            int value = MAP.get("key"); //~ exception
            assert value == 1;
        }
    }
}
