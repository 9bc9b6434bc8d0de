import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

/** A SimpleDateFormat that is used under its lock only. */
class LockedDateFormat {
    static final SimpleDateFormat format = new SimpleDateFormat("yyyy", Locale.ROOT);

    static {
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
    }

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
        synchronized (format) {
            assert format.format(new Date(n)).equals("1970");
        }
    }
}
