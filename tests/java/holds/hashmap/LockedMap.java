import java.util.HashMap;
import java.util.Map;

/** Two threads count words in a HashMap under its lock. */
public class LockedMap {
    static final Map<String, Integer> COUNTS = new HashMap<>();

    static void count(String word) {
        synchronized (COUNTS) {
            COUNTS.merge(word, 1, Integer::sum);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> count("a"));
        other.start();
        count("a");
        other.join();
        assert COUNTS.get("a") == 2;
        assert COUNTS.size() == 1;
    }
}
