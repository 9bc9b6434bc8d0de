import java.util.Locale;

/** A Locale is immutable. */
class SharedLocale {
    static final Locale locale = new Locale("de", "AT");

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
        assert locale.toString().equals("de_AT") && locale.toLanguageTag().equals("de-AT");
        assert locale.hashCode() == Locale.forLanguageTag("de-AT").hashCode();
    }
}
