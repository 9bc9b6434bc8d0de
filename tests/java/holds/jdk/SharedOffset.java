import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Offsets are kept in a table of the library. */
class SharedOffset {
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
        OffsetDateTime when = OffsetDateTime.of(2024, 1, n, 0, 0, 0, 0, ZoneOffset.ofHours(2));
        assert when.toInstant().getEpochSecond() % 3600 == 0;
    }
}
