import java.util.Locale;

/** Names of languages and countries. */
class LocaleNames {
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
        assert Locale.GERMANY.getDisplayCountry(Locale.ENGLISH).equals("Germany");
    }
}
