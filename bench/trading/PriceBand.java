package trading;

/** Prices are not too far from the reference price. */
final class PriceBand implements RiskCheck {
    @Override
    public RejectReason refuse(Instrument instrument, NewOrder order) {
        return instrument.insideBand(order.limit()) ? null : RejectReason.OUTSIDE_BAND;
    }
}
