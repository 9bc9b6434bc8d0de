package trading;

/** The best prices of an instrument may have changed. */
record QuoteChanged(Quote quote) implements Event {
    @Override
    public String text() {
        return "quote " + quote;
    }
}
