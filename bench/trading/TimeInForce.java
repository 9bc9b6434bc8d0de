package trading;

/** How long an order stays in the book. */
enum TimeInForce {
    /** Until it is filled, cancelled, or the day ends. */
    DAY,
    /** What can't be filled at once is cancelled. */
    IMMEDIATE_OR_CANCEL,
    /** Filled at once and whole, or not at all. */
    FILL_OR_KILL;

    boolean mayRest() {
        return this == DAY;
    }
}
