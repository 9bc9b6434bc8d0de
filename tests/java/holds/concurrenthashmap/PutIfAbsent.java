import java.util.concurrent.ConcurrentHashMap;

/** Two threads offer a value for one key: exactly one is told that it was first. */
public class PutIfAbsent {
    static final ConcurrentHashMap<String, Integer> MAP = new ConcurrentHashMap<>();
    static Integer before;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> before = MAP.putIfAbsent("key", 1));
        other.start();
        Integer mine = MAP.putIfAbsent("key", 2);
        other.join();
        if (mine == null) {
            assert before == 2 && MAP.get("key") == 2;
        } else {
            assert mine == 1 && before == null && MAP.get("key") == 1;
        }
        assert MAP.size() == 1;
    }
}
