import java.util.HashMap;
import java.util.Map;

/** A map is filled, and then published by a volatile field. */
class PublishesMap {
    static volatile Map<String, Integer> map;

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
        if (n == 1) {
            Map<String, Integer> fresh = new HashMap<>();
            fresh.put("a", 1);
            map = fresh;
        } else {
            Map<String, Integer> seen = map;
            assert seen == null || seen.get("a") == 1;
        }
    }
}
