import java.util.concurrent.ConcurrentHashMap;

/** compute changes a value in one step. */
public class Compute {
    static final ConcurrentHashMap<String, Integer> MAP = new ConcurrentHashMap<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(Compute::other);
        other.start();
        other();
        other.join();
        assert MAP.get("k") == 2;
    }

    static void other() {
        MAP.compute("k", (k, v) -> v == null ? 1 : v + 1);
    }
}
