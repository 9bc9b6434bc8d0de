import java.util.StringJoiner;

/** Each thread has a StringJoiner of its own. */
class OwnJoiner {
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
        StringJoiner joiner = new StringJoiner(", ", "[", "]");
        joiner.add("a").add("b" + n);
        assert joiner.toString().equals("[a, b" + n + "]");
    }
}
