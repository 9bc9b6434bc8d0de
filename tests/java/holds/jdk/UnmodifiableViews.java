import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Unmodifiable views of what nobody changes. */
class UnmodifiableViews {
    static final Map<String, Integer> map = Collections.unmodifiableMap(new HashMap<>(Map.of("a", 1)));
    static final List<String> list = Collections.unmodifiableList(new ArrayList<>(List.of("x", "y")));

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
        assert map.keySet().contains("a") && map.entrySet().size() == 1 && map.values().contains(1);
        assert list.get(n - 1) != null && list.subList(0, n).size() == n;
    }
}
