import java.util.stream.IntStream;

/** The sum of a parallel stream is that of its numbers. */
public class ParallelTotal {
    public static void main(String[] args) {
        assert IntStream.rangeClosed(1, 4).parallel().sum() == 10;
    }
}
