import java.util.Locale;

/** Both threads format with a locale. */
class FormatsByLocale {
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
        String text = String.format(Locale.GERMANY, "%,d %.2f", 1000 * n, n + 0.5);
        assert text.equals(n + ".000 " + n + ",50") : text;
    }
}
