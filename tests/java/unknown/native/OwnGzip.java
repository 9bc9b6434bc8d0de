import java.io.ByteArrayOutputStream;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Each thread packs and unpacks data in memory. */
class OwnGzip {
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
        Deflater deflater = new Deflater();
        deflater.setInput(new byte[] {1, 1, 1, (byte) n});
        deflater.finish();
        byte[] packed = new byte[64];
        int length = deflater.deflate(packed);
        Inflater inflater = new Inflater();
        inflater.setInput(packed, 0, length);
        byte[] data = new byte[4];
        assert inflater.inflate(data) == 4 && data[3] == n;
    }
}
