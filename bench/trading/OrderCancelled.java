package trading;

/** What was left of an order was taken back. */
record OrderCancelled(long orderId, int quantity) implements Event {
    @Override
    public String text() {
        return "order " + orderId + " cancelled, " + quantity + " open";
    }
}
