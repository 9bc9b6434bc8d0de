import java.security.MessageDigest;

/** The same with MD5. */
class OwnMd5 {
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
        assert digest("MD5", "x" + n).length == 16;
    }

    static byte[] digest(String algorithm, String text) throws Exception {
        MessageDigest digest = MessageDigest.getInstance(algorithm);
        digest.update(text.getBytes());
        return digest.digest();
    }
}
