package trading;

/** Why a request was refused. */
enum RejectReason {
    UNKNOWN_INSTRUMENT("no such instrument"),
    UNKNOWN_ORDER("no such order, or it has ended"),
    NOT_OWNER("the order belongs to another account"),
    BAD_QUANTITY("the quantity is not a positive multiple of the lot"),
    BAD_TICK("the price is not a multiple of the tick"),
    TOO_LARGE("the quantity is above the limit"),
    OUTSIDE_BAND("the price is too far from the reference price"),
    NO_CREDIT("not enough money or shares"),
    HALTED("the instrument is halted"),
    CLOSED("the market is closed"),
    NOT_SMALLER("an amendment can only make an order smaller"),
    OUT_OF_SEQUENCE("the gateway's sequence number is wrong");

    private final String text;

    RejectReason(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}
