//@ kind: exception
import java.util.stream.Stream;

/** A stream can be used once. */
public class UsedTwice {
    public static void main(String[] args) {
        Stream<String> words = Stream.of("a", "b");
        assert words.count() == 2;
        assert words.anyMatch("a"::equals); //~ exception
    }
}
