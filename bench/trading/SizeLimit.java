package trading;

/** Quantities are whole lots and not too many of them. */
final class SizeLimit implements RiskCheck {
    /** The largest quantity of one order. */
    static final int LARGEST = 50;

    @Override
    public RejectReason refuse(Instrument instrument, NewOrder order) {
        if (!instrument.wholeLots(order.quantity())) {
            return RejectReason.BAD_QUANTITY;
        }
        return order.quantity() > LARGEST ? RejectReason.TOO_LARGE : null;
    }
}
