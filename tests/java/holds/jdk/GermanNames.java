import java.time.DayOfWeek;
import java.time.format.TextStyle;
import java.util.Locale;

/** Both threads ask for names in a language other than English. */
class GermanNames {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> use(1));
        other.start();
        use(2);
        other.join();
    }

    static void use(int n) {
        String day = DayOfWeek.of(n).getDisplayName(TextStyle.FULL, Locale.GERMANY);
        assert day.equals(n == 1 ? "Montag" : "Dienstag") : day;
        String country = Locale.FRANCE.getDisplayCountry(Locale.GERMAN);
        assert country.equals("Frankreich") : country;
    }
}
