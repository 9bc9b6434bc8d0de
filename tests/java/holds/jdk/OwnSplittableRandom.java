import java.util.SplittableRandom;

/** Each thread has a generator of its own, split from one. */
class OwnSplittableRandom {
    static final SplittableRandom[] own = split(new SplittableRandom(1));

    static SplittableRandom[] split(SplittableRandom first) {
        return new SplittableRandom[] {first, first.split()};
    }

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
        int drawn = own[n - 1].nextInt(10);
        assert drawn >= 0 && drawn < 10;
    }
}
