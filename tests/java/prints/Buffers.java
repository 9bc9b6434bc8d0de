import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;

/** Buffers of java.nio on the heap. */
public class Buffers {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        ByteBuffer buffer = ByteBuffer.allocate(16);
        buffer.putInt(7).putLong(8L).put((byte) 9);
        buffer.flip();
        p(buffer + " " + buffer.getInt() + " " + buffer.getLong() + " " + buffer.remaining());
        buffer.rewind().order(ByteOrder.LITTLE_ENDIAN);
        p(buffer.getInt() + " " + buffer.slice().limit());
        CharBuffer chars = CharBuffer.wrap("hello");
        p(chars.subSequence(1, 3) + " " + chars.get(4) + " " + chars.length());
        try {
            ByteBuffer.allocate(1).putInt(1);
        } catch (BufferOverflowException e) {
            p(e);
        }
    }
}
