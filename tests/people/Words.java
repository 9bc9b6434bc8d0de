import java.util.*;

public class Words {
    private final Map<String, Integer> counts = new HashMap<>();

    void count(String word) {
        counts.merge(word, 1, Integer::sum);
    }

    public static void main(String[] args) throws Exception {
        Words words = new Words();
        Thread t = new Thread(() -> words.count("a"));
        t.start();
        words.count("a");
        t.join();
        System.out.println(words.counts);
    }
}
//@ says: data race on Words.counts, a HashMap: merge by main at Words.java:7
//@ says: ConcurrentHashMap
