//@ kind: race
//@ options: --search preemption --preemptions 2
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A parallel stream fills a list that is not made for that. */
public class ParallelList {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>();
        IntStream.range(0, 2).parallel().forEach(list::add);
    }
}
