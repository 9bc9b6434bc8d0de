package trading;

/** An order was still open at the end of the day. */
record OrderExpired(long orderId, int quantity) implements Event {
    @Override
    public String text() {
        return "order " + orderId + " expired, " + quantity + " open";
    }
}
