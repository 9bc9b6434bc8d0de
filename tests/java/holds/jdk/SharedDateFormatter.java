import java.time.LocalDate;
import java.time.format.DateTimeFormatter;

/** A DateTimeFormatter is immutable. */
class SharedDateFormatter {
    static final DateTimeFormatter format = DateTimeFormatter.ofPattern("yyyy-MM-dd");

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
        assert format.format(LocalDate.of(2024, 2, n)).equals("2024-02-0" + n);
    }
}
