import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Each thread has maps of its own. */
class OwnMaps {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            try {
                use(1);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        use(2);
        other.join();
    }

    static void use(int n) throws Exception {
        Map<Integer, String> hashed = new HashMap<>();
        hashed.put(n, "a");
        Map<Integer, String> linked = new LinkedHashMap<>(hashed);
        linked.put(9, "b");
        Map<Integer, String> sorted = new TreeMap<>(linked);
        assert sorted.toString().equals("{" + n + "=a, 9=b}");
    }
}
