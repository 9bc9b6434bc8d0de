import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Words are counted in a concurrent map. */
public class WordCount {
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();

    void count(String word) {
        counts.merge(word, 1, Integer::sum);
    }

    public static void main(String[] args) {
        WordCount words = new WordCount();
        String[] text = {"to", "be", "or", "not", "to", "be"};
        for (String word : text) {
            new Thread(() -> words.count(word)).start();
        }
    }
}
