import java.util.Random;

/** A Random is thread-safe. */
class SharedRandom {
    static final Random random = new Random(42);

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
        int drawn = random.nextInt(10);
        assert drawn >= 0 && drawn < 10;
    }
}
