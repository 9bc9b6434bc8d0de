/** A StringBuffer is thread-safe. */
class SharedBuffer {
    static final StringBuffer buffer = new StringBuffer();

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
        buffer.append(n);
        assert buffer.length() >= 1;
    }
}
