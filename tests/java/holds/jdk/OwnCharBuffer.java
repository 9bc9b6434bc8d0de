import java.nio.CharBuffer;

/** Each thread has a CharBuffer of its own. */
class OwnCharBuffer {
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
        CharBuffer buffer = CharBuffer.wrap("abc" + n);
        assert buffer.get() == 'a' && buffer.remaining() == 3;
    }
}
