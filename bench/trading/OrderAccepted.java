package trading;

/** An order has passed all checks. */
record OrderAccepted(long orderId, String owner, Instrument instrument, Side side, int quantity, long limit)
    implements Event {
    @Override
    public String text() {
        return "order " + orderId + " of " + owner + ": " + side + " " + quantity + " " + instrument + " at " + limit;
    }
}
