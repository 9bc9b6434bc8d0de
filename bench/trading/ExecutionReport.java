package trading;

/** The exchange's answer to a request: a picture of the order at that moment. Immutable. */
record ExecutionReport(long sequence, long orderId, OrderStatus status, int filled, int open, RejectReason reason) {
    static ExecutionReport of(long sequence, Order order) {
        return new ExecutionReport(sequence, order.id(), order.status(), order.filled(), order.open(), null);
    }

    static ExecutionReport rejected(long sequence, RejectReason reason) {
        return new ExecutionReport(sequence, 0, OrderStatus.REJECTED, 0, 0, reason);
    }

    boolean isRejected() {
        return reason != null;
    }

    @Override
    public String toString() {
        if (isRejected()) {
            return "#" + sequence + " rejected: " + reason.text();
        }
        return "#" + sequence + " order " + orderId + " " + status + " filled " + filled + " open " + open;
    }
}
