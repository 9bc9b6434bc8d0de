package trading;

/** The two sides of a market. */
enum Side {
    BUY('B', 1),
    SELL('S', -1);

    private final char code;
    private final int sign;

    Side(char code, int sign) {
        this.code = code;
        this.sign = sign;
    }

    /** One letter, as the journal writes it. */
    char code() {
        return code;
    }

    /** Plus one for a buyer's position, minus one for a seller's. */
    int sign() {
        return sign;
    }

    Side opposite() {
        return this == BUY ? SELL : BUY;
    }

    /** Whether an order of this side at {@code limit} accepts a trade at {@code price}. */
    boolean accepts(long limit, long price) {
        return this == BUY ? price <= limit : price >= limit;
    }

    static Side ofCode(char code) {
        for (Side side : values()) {
            if (side.code == code) {
                return side;
            }
        }
        throw new IllegalArgumentException("no side has the code " + code);
    }
}
