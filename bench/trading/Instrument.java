package trading;

/**
 * Something that can be traded. Immutable. Prices are in cents, and every price is a multiple of
 * the tick; every quantity is a multiple of the lot.
 */
record Instrument(int index, String symbol, long referencePrice, long tick, int lot) {
    /** How far a price may be from the reference price, in ticks. */
    static final int BAND_TICKS = 20;

    Instrument {
        if (index < 0 || symbol.isEmpty() || referencePrice <= 0 || tick <= 0 || lot <= 0) {
            throw new IllegalArgumentException("bad instrument " + symbol);
        }
        if (referencePrice % tick != 0) {
            throw new IllegalArgumentException(symbol + ": the reference price is off the tick");
        }
    }

    boolean onTick(long price) {
        return price > 0 && price % tick == 0;
    }

    boolean wholeLots(int quantity) {
        return quantity > 0 && quantity % lot == 0;
    }

    boolean insideBand(long price) {
        return Math.abs(price - referencePrice) <= BAND_TICKS * tick;
    }

    /** The reference price moved by a number of ticks. */
    long priceAt(int ticks) {
        return referencePrice + ticks * tick;
    }

    @Override
    public String toString() {
        return symbol;
    }
}
