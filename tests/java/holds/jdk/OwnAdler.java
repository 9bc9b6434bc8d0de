
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/** Each thread has checksums of its own. */
class OwnAdler {
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
        CRC32 crc = new CRC32();
        crc.update(new byte[] {1, 2, (byte) n});
        Adler32 adler = new Adler32();
        adler.update(new byte[] {1, 2, (byte) n});
        assert crc.getValue() != 0 && adler.getValue() != 0;
    }
}
