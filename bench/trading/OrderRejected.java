package trading;

/** A request was refused. */
record OrderRejected(String owner, String symbol, RejectReason reason) implements Event {
    @Override
    public String text() {
        return "refused " + owner + " in " + symbol + ": " + reason.text();
    }
}
