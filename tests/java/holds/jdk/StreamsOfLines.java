
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Both threads work on lines. */
class StreamsOfLines {
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
        Map<Integer, List<String>> lengths = "a\nbb\ncc".lines().collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.toList()));
        assert lengths.toString().equals("{1=[a], 2=[bb, cc]}");
        assert "ab".repeat(n).chars().mapToObj(Character::toString).collect(Collectors.joining("-")).startsWith("a-b");
    }
}
