package trading;

/**
 * An agreement between a buyer and a seller, to be settled. Immutable.
 *
 * @param price what one share costs, in cents: the limit of the order that was there first
 * @param buyLimit what the buyer was ready to pay, and has reserved
 */
record Trade(long id, Instrument instrument, long buyOrder, Account buyer, long sellOrder, Account seller, int quantity,
    long price, long buyLimit) {
    Trade {
        if (quantity <= 0 || price > buyLimit) {
            throw new IllegalArgumentException("bad trade " + id);
        }
    }

    long notional() {
        return quantity * price;
    }

    /** What the buyer has reserved for this trade, fee included. */
    long reserved() {
        return quantity * (buyLimit + FeeSchedule.PER_SHARE);
    }
}
