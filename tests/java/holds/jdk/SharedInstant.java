import java.time.Instant;

/** An Instant is immutable. */
class SharedInstant {
    static final Instant epoch = Instant.ofEpochSecond(0);

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
        assert epoch.plusSeconds(n).isAfter(epoch) && epoch.toString().equals("1970-01-01T00:00:00Z");
    }
}
