import java.security.SecureRandom;

/** Both threads use one generator, which is thread-safe. */
class SharedSecureRandom {
    static final SecureRandom RANDOM = new SecureRandom();

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
        assert RANDOM.nextInt(10) < 10;
    }
}
