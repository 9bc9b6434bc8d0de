package trading;

/**
 * The best prices of one instrument. Immutable. A price of zero means that the side is empty.
 *
 * @param version counts the changes of the book, so that an older quote can be told from a newer
 */
record Quote(Instrument instrument, long version, long bid, int bidSize, long ask, int askSize, long last) {
    static Quote empty(Instrument instrument) {
        return new Quote(instrument, 0, 0, 0, 0, 0, instrument.referencePrice());
    }

    boolean newerThan(Quote other) {
        return version > other.version;
    }

    boolean isCrossed() {
        return bid != 0 && ask != 0 && bid >= ask;
    }

    @Override
    public String toString() {
        return instrument + " " + bidSize + "@" + bid + " / " + askSize + "@" + ask + " last " + last;
    }
}
