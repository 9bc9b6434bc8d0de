import java.util.HashMap;
import java.util.Map;

/** A HashMap that nobody changes may be shared; its views are made when they are asked for. */
class MapReadOnly {
    static final Map<String, Integer> map = new HashMap<>();

    static {
        map.put("a", 1);
        map.put("b", 2);
    }

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
        assert map.keySet().contains("a") && map.values().size() == 2 && map.get("b") == 2;
        int sum = 0;
        for (Map.Entry<String, Integer> entry : map.entrySet()) {
            sum += entry.getValue();
        }
        assert sum == 3;
    }
}
