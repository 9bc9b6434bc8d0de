package trading;

/** What a session can ask of the exchange. Requests are immutable. */
sealed interface Request permits NewOrder, CancelOrder, AmendOrder {
    /** The sender's running number; the exchange refuses gaps. */
    long sequence();

    /** The symbol of the instrument meant. */
    String symbol();
}
