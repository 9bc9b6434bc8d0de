import java.text.NumberFormat;
import java.util.Locale;

/** Each thread formats amounts of money. */
class CurrencyFormats {
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
        assert NumberFormat.getCurrencyInstance(Locale.US).format(n).equals("$" + n + ".00");
        assert NumberFormat.getPercentInstance(Locale.US).format(n).equals(n + "00%");
    }
}
