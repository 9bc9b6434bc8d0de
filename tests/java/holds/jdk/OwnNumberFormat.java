import java.text.NumberFormat;
import java.util.Locale;

/** Each thread has a NumberFormat of its own. */
class OwnNumberFormat {
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
        NumberFormat format = NumberFormat.getInstance(Locale.ROOT);
        assert format.format(n).equals(Integer.toString(n));
    }
}
