import java.util.Base64;
import java.util.HexFormat;

/** Base64 and hexadecimal. */
public class Encodings {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        String coded = Base64.getEncoder().encodeToString("hello world!?".getBytes());
        p(coded + " " + new String(Base64.getDecoder().decode(coded)) + " " + Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[] {-1, -2}));
        p(HexFormat.of().formatHex(new byte[] {1, (byte) 0xab}) + " " + HexFormat.ofDelimiter(":").withUpperCase().formatHex(new byte[] {10, 11}) + HexFormat.fromHexDigits("ff"));
        p(Integer.toHexString(-1) + Long.toBinaryString(10) + Integer.parseInt("-7f", 16) + Integer.toString(255, 36) + Integer.parseUnsignedInt("4294967295"));
        try {
            Base64.getDecoder().decode("a");
        } catch (IllegalArgumentException e) {
            p(e.getMessage());
        }
    }
}
