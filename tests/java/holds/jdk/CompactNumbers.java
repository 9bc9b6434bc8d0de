import java.text.NumberFormat;
import java.util.Locale;

/** Each thread formats numbers in short form. */
class CompactNumbers {
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
        assert NumberFormat.getCompactNumberInstance(Locale.US, NumberFormat.Style.SHORT).format(1000 * n).equals(n + "K");
    }
}
