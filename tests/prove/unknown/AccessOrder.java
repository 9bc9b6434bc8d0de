import java.util.LinkedHashMap;
import java.util.Map;

/** In a map in the order of accesses a look is a change. */
public class AccessOrder {
    public static void main(String[] args) {
        Map<String, String> cache = new LinkedHashMap<>(16, 0.75f, true);
        cache.put("a", "1");
        cache.put("b", "2");
        for (int i = 0; i < 2; i++) {
            new Thread(() -> cache.get("a")).start();
        }
    }
}
