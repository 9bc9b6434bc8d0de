import java.time.LocalDate;
import java.time.format.DateTimeFormatter;

/** A formatter of the library parses for two threads. */
class SharedIsoFormatter {
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
        LocalDate day = LocalDate.parse("2024-02-0" + n, DateTimeFormatter.ISO_LOCAL_DATE);
        assert day.getDayOfMonth() == n;
    }
}
