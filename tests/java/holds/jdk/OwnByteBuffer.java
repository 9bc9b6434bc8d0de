import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Each thread has a ByteBuffer of its own. */
class OwnByteBuffer {
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
        ByteBuffer buffer = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(n).putLong(5L).flip();
        assert buffer.getInt() == n && buffer.getLong() == 5L;
    }
}
