import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Sequential streams over a list that both threads only read. */
public class InTwoThreads {
    static final List<String> WORDS = List.of("heddle", "loom", "thread");
    static int letters;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> letters = WORDS.stream().mapToInt(String::length).sum());
        other.start();
        String joined = WORDS.stream().filter(w -> w.length() > 4).collect(Collectors.joining("+"));
        other.join();
        assert letters == 16;
        assert joined.equals("heddle+thread");
        assert IntStream.rangeClosed(1, 5).reduce(1, (a, b) -> a * b) == 120;
    }
}
