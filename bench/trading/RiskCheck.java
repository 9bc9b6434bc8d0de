package trading;

/** One rule that every new order must pass. Checks are stateless and may run in many threads. */
interface RiskCheck {
    /** The reason to refuse the order, or null. */
    RejectReason refuse(Instrument instrument, NewOrder order);

    /** This check, and then another. */
    default RiskCheck and(RiskCheck next) {
        return (instrument, order) -> {
            RejectReason reason = refuse(instrument, order);
            return reason != null ? reason : next.refuse(instrument, order);
        };
    }
}
