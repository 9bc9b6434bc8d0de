import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Collectors that group. */
public class Grouping {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        List<String> words = List.of("one", "two", "three", "four", "five", "six");
        p(words.stream().collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.joining("/"))));
        p(words.stream().collect(Collectors.partitioningBy(it -> it.contains("o"), Collectors.counting())));
        p(words.stream().collect(Collectors.toMap(it -> it.charAt(0), it -> 1, Integer::sum, TreeMap::new)));
        p(words.stream().collect(Collectors.teeing(Collectors.counting(), Collectors.joining(), (n, all) -> n + all)));
        p(words.stream().mapToInt(String::length).summaryStatistics());
    }
}
