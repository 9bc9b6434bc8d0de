import java.security.SecureRandom;

/** Each thread has a generator of its own, with a seed. */
class SeededSecureRandom {
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
        SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
        random.setSeed(n);
        assert random.nextInt(10) < 10;
    }
}
