import java.util.stream.IntStream;

/** A parallel stream without side effects. */
public class ParallelSum {
    public static void main(String[] args) throws Exception {
        assert IntStream.range(1, 3).parallel().sum() == 3;
    }
}
