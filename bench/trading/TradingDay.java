package trading;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The phases of the day: traders wait for the opening, and nothing is accepted after the close.
 * The phase changes under this object's monitor and is volatile, so that it can be read without.
 */
final class TradingDay {
    enum Phase { BEFORE, OPEN, CLOSED }

    private volatile Phase phase = Phase.BEFORE;
    private final AtomicIntegerArray halted;

    TradingDay(int instruments) {
        this.halted = new AtomicIntegerArray(instruments);
    }

    /** Orders are taken before the opening too: that is how the house makes its market. */
    boolean acceptsOrders() {
        return phase != Phase.CLOSED;
    }

    /** Waits until the market has opened. */
    synchronized void awaitOpening() throws InterruptedException {
        while (phase == Phase.BEFORE) {
            wait();
        }
    }

    synchronized void open() {
        require(Phase.BEFORE);
        phase = Phase.OPEN;
        notifyAll();
    }

    synchronized void close() {
        require(Phase.OPEN);
        phase = Phase.CLOSED;
        notifyAll();
    }

    private void require(Phase expected) {
        if (phase != expected) {
            throw new IllegalStateException("the day is " + phase + ", not " + expected);
        }
    }

    /** Stops trading in an instrument. True if it was not stopped before. */
    boolean halt(Instrument instrument) {
        return halted.compareAndSet(instrument.index(), 0, 1);
    }

    boolean isHalted(Instrument instrument) {
        return halted.get(instrument.index()) != 0;
    }

    /** How many instruments are halted. */
    int halts() {
        int count = 0;
        for (int index = 0; index < halted.length(); index++) {
            count += halted.get(index);
        }
        return count;
    }
}
