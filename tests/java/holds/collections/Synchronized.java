import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** A synchronized map, changed in one step. */
public class Synchronized {
    static final Map<String, Integer> MAP = Collections.synchronizedMap(new HashMap<>());

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(Synchronized::other);
        other.start();
        other();
        other.join();
        assert MAP.get("k") == 2;
    }

    static void other() {
        MAP.merge("k", 1, Integer::sum);
    }
}
