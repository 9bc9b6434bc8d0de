import java.time.ZoneId;
import java.time.ZonedDateTime;

/** A ZonedDateTime is immutable. */
class SharedZonedDateTime {
    static final ZonedDateTime when = ZonedDateTime.of(2024, 2, 29, 12, 0, 0, 0, ZoneId.of("UTC"));

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
        assert when.plusDays(n).getMonthValue() == 3;
    }
}
