package trading;

/** Two orders have met. */
record TradeExecuted(Trade trade) implements Event {
    @Override
    public String text() {
        return "trade " + trade.id() + ": " + trade.quantity() + " " + trade.instrument() + " at " + trade.price();
    }
}
