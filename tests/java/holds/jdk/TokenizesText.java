import java.util.StringTokenizer;

/** Each thread has a StringTokenizer of its own. */
class TokenizesText {
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
        StringTokenizer words = new StringTokenizer("a b c");
        assert words.countTokens() == 3 && words.nextToken().equals("a");
    }
}
