package trading;

import java.util.EnumSet;
import java.util.Set;

/** The life of an order. */
enum OrderStatus {
    NEW,
    RESTING,
    PARTLY_FILLED,
    FILLED,
    CANCELLED,
    EXPIRED,
    REJECTED;

    private static final Set<OrderStatus> FINAL = EnumSet.of(FILLED, CANCELLED, EXPIRED, REJECTED);

    boolean isFinal() {
        return FINAL.contains(this);
    }

    /** Whether an order may go from this status to {@code next}. */
    boolean mayBecome(OrderStatus next) {
        switch (this) {
            case NEW:
                return next != NEW;
            case RESTING:
            case PARTLY_FILLED:
                return next == PARTLY_FILLED || next == FILLED || next == CANCELLED || next == EXPIRED;
            default:
                return false;
        }
    }
}
