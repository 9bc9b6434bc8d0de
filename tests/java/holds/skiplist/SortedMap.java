import java.util.concurrent.ConcurrentSkipListMap;

/** Both keys are in, in order. */
public class SortedMap {
    static final ConcurrentSkipListMap<Integer, String> MAP = new ConcurrentSkipListMap<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(SortedMap::other);
        other.start();
        MAP.put(1, "a");
        other.join();
        assert MAP.firstKey() == 1 && MAP.lastKey() == 2;
    }

    static void other() {
        MAP.put(2, "b");
    }
}
