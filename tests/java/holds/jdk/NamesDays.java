
import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.Locale;

/** Both threads ask for names of days and months. */
class NamesDays {
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
        assert DayOfWeek.of(n).getDisplayName(TextStyle.SHORT, Locale.US).equals(n == 1 ? "Mon" : "Tue");
        assert Month.of(n).getDisplayName(TextStyle.FULL, Locale.US).equals(n == 1 ? "January" : "February");
    }
}
