import java.util.Locale;

/** Both threads ask for names of languages. */
class NamesLanguages {
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
        assert Locale.FRENCH.getDisplayLanguage(Locale.US).equals("French");
    }
}
