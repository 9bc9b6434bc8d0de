
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Both threads build streams. */
class PrefsOfStreams {
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
        assert Stream.iterate(1, i -> i * 2).limit(n + 3).reduce(0, Integer::sum) == (1 << (n + 3)) - 1;
        assert IntStream.range(0, 5).boxed().sorted((a, b) -> b - a).findFirst().get() == 4;
        assert Stream.of(1, 2, 3).flatMap(i -> Stream.of(i, -i)).mapToInt(i -> i).summaryStatistics().getMax() == 3;
    }
}
