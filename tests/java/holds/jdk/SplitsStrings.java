/** Splitting a shared text. */
class SplitsStrings {
    static final String line = "a,b;c,d";

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
        assert line.split("[,;]").length == 4 && line.split(",").length == 3;
        assert line.replace(',', '.').length() == 7;
    }
}
