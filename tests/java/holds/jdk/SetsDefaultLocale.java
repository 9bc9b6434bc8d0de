import java.time.DayOfWeek;
import java.time.format.TextStyle;
import java.util.Locale;

/** What is formatted follows the default locale, also when a thread changes it late. */
class SetsDefaultLocale {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            assert text().equals("1.5") : text();
            Locale.setDefault(Locale.GERMANY);
            assert text().equals("1,5") : text();
        });
        other.start();
        String before = String.format("%.1f", 1.5);
        assert before.equals("1.5") || before.equals("1,5") : before;
        other.join();
        assert text().equals("1,5") : text();
        String day = DayOfWeek.MONDAY.getDisplayName(TextStyle.FULL, Locale.getDefault());
        assert day.equals("Montag") : day;
    }

    static String text() {
        return String.format("%.1f", 1.5);
    }
}
