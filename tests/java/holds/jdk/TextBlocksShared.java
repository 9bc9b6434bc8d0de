/** Lines of a shared text. */
class TextBlocksShared {
    static final String text = "one\ntwo\nthree";

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
        assert text.lines().count() == 3 && text.strip().indent(n).startsWith(" ");
    }
}
