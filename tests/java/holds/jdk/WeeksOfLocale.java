
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.WeekFields;
import java.util.Locale;

/** Both threads ask for weeks. */
class WeeksOfLocale {
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
        assert WeekFields.of(Locale.US).getFirstDayOfWeek() == DayOfWeek.SUNDAY;
        assert LocalDate.of(2024, 1, 7 + n).get(WeekFields.ISO.weekOfWeekBasedYear()) == 2;
    }
}
