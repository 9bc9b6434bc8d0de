import java.util.Locale;

/** The same with a locale and fractions. */
class FormatsFloats {
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
        assert String.format(Locale.ROOT, "%.2f", n / 2.0).equals(n == 1 ? "0.50" : "1.00");
    }
}
