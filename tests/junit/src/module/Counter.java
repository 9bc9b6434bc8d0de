package module;

/** A counter with a right and a wrong way to count. */
class Counter {
    private int value;

    synchronized int value() {
        return value;
    }

    synchronized void incrementLocked() {
        value++;
    }

    void incrementInTwoSteps() {
        int seen = value();
        set(seen + 1);
    }

    private synchronized void set(int to) {
        value = to;
    }
}
