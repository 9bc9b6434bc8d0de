import java.security.MessageDigest;

/** Each thread has a digest of its own. */
class OwnSha512 {
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
        assert MessageDigest.getInstance("SHA-512").digest(("x" + n).getBytes()).length == 64;
        assert MessageDigest.getInstance("SHA3-256").digest(("x" + n).getBytes()).length == 32;
    }
}
