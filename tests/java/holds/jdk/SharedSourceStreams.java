import java.util.List;
import java.util.stream.Collectors;

/** Streams of one immutable list. */
class SharedSourceStreams {
    static final List<String> words = List.of("b", "a", "c");

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
        assert words.stream().sorted().collect(Collectors.joining()).equals("abc");
        assert words.stream().map(String::length).reduce(0, Integer::sum) == 3;
    }
}
