/** A String keeps its hash code. */
class SharedString {
    static final String text = new String("some text".toCharArray());

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
        assert text.hashCode() == "some text".hashCode() && text.charAt(n) == "some text".charAt(n);
    }
}
