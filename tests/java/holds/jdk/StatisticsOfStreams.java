import java.util.IntSummaryStatistics;
import java.util.stream.IntStream;

/** Summaries of the thread's own. */
class StatisticsOfStreams {
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
        IntSummaryStatistics all = IntStream.rangeClosed(1, 4).summaryStatistics();
        assert all.getMax() == 4 && all.getSum() == 10 && all.getMin() <= n;
    }
}
