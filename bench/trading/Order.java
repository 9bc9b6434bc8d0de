package trading;

/**
 * One order. What it asks for never changes, apart from amendments that make it smaller; its
 * progress does. Guarded by the lock of the book it was sent to; after the day's end by nothing,
 * since only main is left.
 */
final class Order {
    private final long id;
    private final Account account;
    private final Instrument instrument;
    private final Side side;
    private final long limit;
    private final TimeInForce timeInForce;
    private int quantity;
    private int filled;
    private OrderStatus status = OrderStatus.NEW;

    Order(long id, Account account, Instrument instrument, NewOrder request) {
        this.id = id;
        this.account = account;
        this.instrument = instrument;
        this.side = request.side();
        this.limit = request.limit();
        this.timeInForce = request.timeInForce();
        this.quantity = request.quantity();
    }

    long id() {
        return id;
    }

    Account account() {
        return account;
    }

    Instrument instrument() {
        return instrument;
    }

    Side side() {
        return side;
    }

    long limit() {
        return limit;
    }

    TimeInForce timeInForce() {
        return timeInForce;
    }

    int quantity() {
        return quantity;
    }

    int filled() {
        return filled;
    }

    int open() {
        return status.isFinal() ? 0 : quantity - filled;
    }

    OrderStatus status() {
        return status;
    }

    boolean ended() {
        return status.isFinal();
    }

    /** Counts a fill of {@code amount} shares. */
    void fill(int amount) {
        if (amount <= 0 || amount > open()) {
            throw new IllegalStateException("order " + id + " can't be filled by " + amount);
        }
        filled += amount;
        become(filled == quantity ? OrderStatus.FILLED : OrderStatus.PARTLY_FILLED);
    }

    /** Puts the order into the book. A partly filled one stays that. */
    void rest() {
        if (status == OrderStatus.NEW) {
            become(OrderStatus.RESTING);
        }
    }

    /** Ends the order early and returns the shares that were still open. */
    int end(OrderStatus how) {
        int rest = open();
        become(how);
        return rest;
    }

    /** Makes the order smaller and returns by how much. */
    int shrinkTo(int newQuantity) {
        if (newQuantity <= filled || newQuantity >= quantity) {
            throw new IllegalStateException("order " + id + " can't shrink to " + newQuantity);
        }
        int less = quantity - newQuantity;
        quantity = newQuantity;
        return less;
    }

    private void become(OrderStatus next) {
        if (!status.mayBecome(next)) {
            throw new IllegalStateException("order " + id + " is " + status + " and can't become " + next);
        }
        status = next;
    }

    @Override
    public String toString() {
        return "order " + id + " " + side + " " + filled + "/" + quantity + " " + instrument + " at " + limit + " " + status;
    }
}
