
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;

/** Each thread formats dates with printf. */
class FormatsDatesOldWay {
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
        Calendar calendar = new GregorianCalendar(2024, 1, n);
        assert String.format(Locale.US, "%tY-%<tm-%<td %<tB", calendar).equals("2024-02-0" + n + " February");
    }
}
