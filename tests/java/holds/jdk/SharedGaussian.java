import java.util.Random;

/** The second number of a pair is kept under the generator's lock. */
class SharedGaussian {
    static final Random random = new Random(7);

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
        double drawn = random.nextGaussian();
        assert drawn > -10 && drawn < 10;
    }
}
