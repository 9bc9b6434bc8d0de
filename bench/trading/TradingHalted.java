package trading;

/** An instrument is traded no more today. */
record TradingHalted(Instrument instrument, long price) implements Event {
    @Override
    public String text() {
        return instrument + " halted at " + price;
    }
}
