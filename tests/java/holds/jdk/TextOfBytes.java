
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Both threads convert bytes. */
class TextOfBytes {
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
        buffer.putLong(n).putInt(n).flip();
        assert buffer.getLong() == n;
        assert StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(("t" + n).getBytes())).toString().equals("t" + n);
    }
}
