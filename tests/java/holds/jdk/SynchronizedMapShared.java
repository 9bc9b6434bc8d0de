import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** A synchronized map, whose views are gone through under its lock. */
class SynchronizedMapShared {
    static final Map<Integer, String> map = Collections.synchronizedMap(new HashMap<>());

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
        map.put(n, "x");
        synchronized (map) {
            for (int key : map.keySet()) {
                assert key == 1 || key == 2;
            }
        }
    }
}
