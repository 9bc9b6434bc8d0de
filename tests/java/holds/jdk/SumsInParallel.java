import java.util.stream.IntStream;

/** Both threads sum by parallel streams. */
class SumsInParallel {
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
        assert IntStream.rangeClosed(1, n).parallel().sum() == n * (n + 1) / 2;
    }
}
