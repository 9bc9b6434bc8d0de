package trading;

/** Limits the requests that are on their way through the exchange. Guarded by its own monitor. */
final class Throttle {
    private final int limit;
    private int inFlight;
    private int most;
    private int waits;

    Throttle(int limit) {
        if (limit <= 0) {
            throw new IllegalArgumentException("a throttle must let something through");
        }
        this.limit = limit;
    }

    synchronized void enter() throws InterruptedException {
        if (inFlight == limit) {
            waits++;
        }
        while (inFlight == limit) {
            wait();
        }
        inFlight++;
        most = Math.max(most, inFlight);
    }

    synchronized void leave() {
        if (inFlight == 0) {
            throw new IllegalStateException("nobody is inside");
        }
        inFlight--;
        notify();
    }

    synchronized boolean isIdle() {
        return inFlight == 0;
    }

    /** Whether the limit was ever exceeded. */
    synchronized boolean wasRespected() {
        return most <= limit && waits >= 0;
    }
}
