//@ jdk: 25
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Bytes of an array can be seen as numbers, but not as volatile ones. */
public class BytesPlainly {
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    public static void main(String[] args) throws InterruptedException {
        byte[] bytes = new byte[8];
        Thread thread = new Thread(() -> INTS.set(bytes, 4, 7));
        thread.start();
        try {
            INTS.setVolatile(bytes, 0, 5);
            assert false;
        } catch (UnsupportedOperationException e) {
            INTS.set(bytes, 0, 5);
        }
        thread.join();
        assert (int) INTS.get(bytes, 0) == 5 && bytes[7] == 7;
    }
}
