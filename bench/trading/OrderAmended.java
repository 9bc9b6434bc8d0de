package trading;

/** An order has become smaller. */
record OrderAmended(long orderId, int less) implements Event {
    @Override
    public String text() {
        return "order " + orderId + " smaller by " + less;
    }
}
