import java.time.Duration;

/** A Duration is immutable. */
class SharedDuration {
    static final Duration duration = Duration.ofMinutes(90);

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
        assert duration.plusHours(n).toHours() == n + 1 && duration.toString().equals("PT1H30M");
    }
}
