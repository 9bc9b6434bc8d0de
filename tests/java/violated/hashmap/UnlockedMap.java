//@ property: race
//@ kind: race
import java.util.HashMap;
import java.util.Map;

/** Two threads put into a HashMap without a lock. */
public class UnlockedMap {
    static final Map<String, Integer> MAP = new HashMap<>();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> MAP.put("b", 2)); //~ race
        other.start();
        MAP.put("a", 1); //~ race
        other.join();
    }
}
