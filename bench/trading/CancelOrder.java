package trading;

/** Asks to take back what is left of an order. */
record CancelOrder(long sequence, String symbol, long orderId) implements Request {
}
