package trading;

/** Something that has happened. Events are immutable and carry values, never live orders. */
sealed interface Event permits OrderAccepted, OrderRejected, OrderCancelled, OrderAmended, OrderExpired, TradeExecuted,
    TradeSettled, QuoteChanged, SessionOpened, SessionClosed, TradingHalted {
    /** One line for the log. */
    String text();
}
