import java.util.Base64;

/** Both threads encode and decode. */
class MimeEncodings {
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
        byte[] bytes = {1, 2, (byte) n};
        assert Base64.getMimeDecoder().decode(Base64.getMimeEncoder().encode(bytes))[2] == n;
        assert Base64.getUrlDecoder().decode(Base64.getUrlEncoder().encodeToString(bytes))[2] == n;
    }
}
