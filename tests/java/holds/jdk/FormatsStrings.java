/** String.format makes a Formatter for each call. */
class FormatsStrings {
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
        assert String.format("%d-%s-%04d", n, "x", n).equals(n + "-x-000" + n);
    }
}
