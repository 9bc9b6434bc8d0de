import java.util.Locale;

/** Upper and lower case by locale. */
class LocaleCases {
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
        assert "title".toUpperCase(Locale.ROOT).equals("TITLE") && "X".toLowerCase(Locale.ENGLISH).equals("x");
    }
}
