package trading;

/** Money and shares of a trade have changed hands. */
record TradeSettled(Trade trade) implements Event {
    @Override
    public String text() {
        return "settled " + trade.id();
    }
}
