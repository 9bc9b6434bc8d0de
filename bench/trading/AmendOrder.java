package trading;

/** Asks to make an order smaller. */
record AmendOrder(long sequence, String symbol, long orderId, int quantity) implements Request {
}
