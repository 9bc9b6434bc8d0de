
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Each thread makes a formatter by its pattern. */
class OwnPatternFormatter {
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
        DateTimeFormatter formatter = DateTimeFormatter.ofPattern("d MMM uuuu", Locale.US);
        assert LocalDate.of(2024, 2, n).format(formatter).equals(n + " Feb 2024");
        assert LocalDate.parse(n + " Mar 2023", formatter).getMonthValue() == 3;
    }
}
