import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes and texts. */
public class Charsets {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        byte[] bytes = "h\u00e9\u20ac".getBytes(StandardCharsets.UTF_8);
        p(Arrays.toString(bytes) + " " + new String(bytes, StandardCharsets.UTF_8).length() + " " + new String(bytes, StandardCharsets.ISO_8859_1).length());
        p(Arrays.toString("\u20ac".getBytes(StandardCharsets.UTF_16BE)) + " " + Arrays.toString("\u00e9".getBytes(StandardCharsets.US_ASCII)) + Charset.defaultCharset());
        p(new String(new byte[] {(byte) 0xff, 65}, StandardCharsets.UTF_8).codePointAt(0) + " " + StandardCharsets.UTF_8.newEncoder().canEncode('x'));
    }
}
