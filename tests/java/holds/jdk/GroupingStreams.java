import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Groups of numbers. */
class GroupingStreams {
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
        Map<Boolean, List<Integer>> groups = IntStream.range(0, 4).boxed().collect(Collectors.partitioningBy(it -> it > n));
        assert groups.get(true).size() == 3 - n;
    }
}
