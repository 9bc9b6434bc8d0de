import java.nio.ByteBuffer;

/** Each thread has its own view of a buffer that nobody changes. */
class ViewsOfBuffer {
    static final ByteBuffer buffer = ByteBuffer.wrap(new byte[] {1, 2, 3}).asReadOnlyBuffer();

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
        ByteBuffer own = buffer.duplicate();
        own.position(n);
        assert own.get() == n + 1;
    }
}
