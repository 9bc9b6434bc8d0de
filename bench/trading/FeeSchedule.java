package trading;

/** What the exchange earns: a fixed amount per share, from both sides. */
final class FeeSchedule {
    /** In cents. */
    static final long PER_SHARE = 2;

    private FeeSchedule() {
    }

    static long of(int quantity) {
        return quantity * PER_SHARE;
    }
}
