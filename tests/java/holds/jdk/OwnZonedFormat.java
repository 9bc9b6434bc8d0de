
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** Each thread formats a time with a zone. */
class OwnZonedFormat {
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
        ZonedDateTime time = ZonedDateTime.of(2024, 7, n, 12, 0, 0, 0, ZoneId.of("Europe/Paris"));
        assert time.format(DateTimeFormatter.ISO_ZONED_DATE_TIME).equals("2024-07-0" + n + "T12:00:00+02:00[Europe/Paris]");
    }
}
