import java.util.Base64;

/** Encoders and decoders are shared. */
class SharedBase64 {
    static final Base64.Encoder encoder = Base64.getEncoder();

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
        byte[] data = {1, 2, (byte) n};
        assert Base64.getDecoder().decode(encoder.encodeToString(data))[2] == n;
    }
}
