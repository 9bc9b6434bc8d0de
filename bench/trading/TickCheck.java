package trading;

/** Prices are on the tick. */
final class TickCheck implements RiskCheck {
    @Override
    public RejectReason refuse(Instrument instrument, NewOrder order) {
        return instrument.onTick(order.limit()) ? null : RejectReason.BAD_TICK;
    }
}
