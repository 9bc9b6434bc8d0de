import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.CRC32;

/** Checksums and digests. */
public class Digests {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        MessageDigest md5 = MessageDigest.getInstance("MD5");
        p(HexFormat.of().formatHex(md5.digest("abc".getBytes())));
        p(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest("abc".getBytes())));
        CRC32 crc = new CRC32();
        crc.update("hello".getBytes());
        p(crc.getValue());
    }
}
