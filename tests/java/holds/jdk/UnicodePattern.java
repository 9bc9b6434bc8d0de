import java.util.regex.Pattern;

/** A pattern that ignores case. */
class UnicodePattern {
    static final Pattern pattern = Pattern.compile("H\u00c4LLO", Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

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
        assert pattern.matcher("h\u00e4llo").matches() && pattern.pattern().length() == 5;
    }
}
