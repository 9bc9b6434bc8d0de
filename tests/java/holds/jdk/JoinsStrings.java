import java.util.List;

/** Two threads join the strings of one list that nobody changes. */
class JoinsStrings {
    static final List<String> words = List.of("a", "b", "c");

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
        assert String.join("-", words).equals("a-b-c");
    }
}
