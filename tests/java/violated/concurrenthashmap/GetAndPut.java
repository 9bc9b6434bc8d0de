//@ kind: assertion
import java.util.concurrent.ConcurrentHashMap;

/** Reading and writing a value are two steps. */
public class GetAndPut {
    static final ConcurrentHashMap<String, Integer> MAP = new ConcurrentHashMap<>();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(GetAndPut::other);
        other.start();
        other();
        other.join();
        assert MAP.get("k") == 2; //~ assertion
    }

    static void other() {
        Integer v = MAP.get("k");
        MAP.put("k", v == null ? 1 : v + 1);
    }
}
