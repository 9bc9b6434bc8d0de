import java.security.MessageDigest;
import java.util.HexFormat;

/** Each thread has a digest of its own. */
class OwnSha256 {
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
        byte[] sum = digest("SHA-256", "x" + n);
        assert sum.length == 32 && HexFormat.of().formatHex(sum).length() == 64;
    }

    static byte[] digest(String algorithm, String text) throws Exception {
        MessageDigest digest = MessageDigest.getInstance(algorithm);
        digest.update(text.getBytes());
        return digest.digest();
    }
}
