
import java.time.LocalDate;
import java.time.chrono.JapaneseDate;
import java.time.chrono.JapaneseEra;
import java.time.chrono.ThaiBuddhistDate;

/** Both threads use other calendars. */
class OtherCalendars {
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
        assert ThaiBuddhistDate.from(LocalDate.of(2024, 1, n)).get(java.time.temporal.ChronoField.YEAR) == 2567;
        assert JapaneseDate.of(2024, 1, n).getEra() == JapaneseEra.REIWA;
    }
}
