import java.util.Arrays;
import javax.crypto.spec.SecretKeySpec;

/** A key that nobody changes. */
class SharedSecretKey {
    static final SecretKeySpec key = new SecretKeySpec(new byte[] {1, 2, 3}, "AES");

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
        assert key.getEncoded().length == 3 && key.getAlgorithm().equals("AES");
        assert Arrays.equals(key.getEncoded(), new byte[] {1, 2, 3});
    }
}
