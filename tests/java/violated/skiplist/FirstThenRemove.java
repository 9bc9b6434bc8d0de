//@ kind: assertion
import java.util.concurrent.ConcurrentSkipListMap;

/** The first entry is gone when it is asked for again. */
public class FirstThenRemove {
    static final ConcurrentSkipListMap<Integer, String> MAP = new ConcurrentSkipListMap<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(FirstThenRemove::other);
        other.start();
        MAP.put(1, "a");
        assert MAP.get(1) != null; //~ assertion
        other.join();

    }

    static void other() {
        MAP.remove(1);
    }
}
