import java.util.stream.IntStream;

/** A parallel stream without side effects. */
public class ParallelSum {
    public static void main(String[] args) throws Exception {
        assert IntStream.range(0, 4).parallel().sum() == 6;
    }
}
