package trading;

/** A small random number generator with a seed: the same numbers everywhere. */
final class Lcg {
    private long state;

    Lcg(long seed) {
        this.state = seed * 0x9E3779B97F4A7C15L + 1;
    }

    /** A number from 0 to {@code bound - 1}. */
    int below(int bound) {
        state = state * 6364136223846793005L + 1442695040888963407L;
        return (int) ((state >>> 33) % bound);
    }

    boolean oneIn(int chances) {
        return below(chances) == 0;
    }
}
