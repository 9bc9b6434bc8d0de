package trading;

/**
 * Decides whether an order may enter, and sets aside what it may cost. It has no state of its own:
 * limits are constants, credit is in the accounts, halts in the trading day.
 */
final class RiskEngine {
    private final RiskCheck checks = new SizeLimit().and(new TickCheck()).and(new PriceBand());
    private final TradingDay day;

    RiskEngine(TradingDay day) {
        this.day = day;
    }

    /** Reserves what the order needs, or returns the reason why it may not enter. */
    RejectReason admit(Account account, Instrument instrument, NewOrder order) {
        if (!day.acceptsOrders()) {
            return RejectReason.CLOSED;
        }
        if (day.isHalted(instrument)) {
            return RejectReason.HALTED;
        }
        RejectReason reason = checks.refuse(instrument, order);
        if (reason != null) {
            return reason;
        }
        boolean reserved = account.reserve(order.side(), instrument, order.quantity(), order.limit());
        return reserved ? null : RejectReason.NO_CREDIT;
    }

    /** Gives back what was reserved for {@code quantity} shares of an order. */
    void release(Order order, int quantity) {
        order.account().release(order.side(), order.instrument(), quantity, order.limit());
    }
}
