package trading;

/** Asks to buy or sell. */
record NewOrder(long sequence, String symbol, Side side, int quantity, long limit, TimeInForce timeInForce)
    implements Request {
}
