package trading;

/**
 * A trader's connection. Used by one thread at a time; its monitor guards it all the same, since
 * the gateway looks at it too.
 */
final class Session {
    private final Gateway gateway;
    private final Account account;
    private long sequence;
    private boolean open = true;
    private int accepted;
    private int rejected;

    Session(Gateway gateway, Account account) {
        this.gateway = gateway;
        this.account = account;
    }

    Account account() {
        return account;
    }

    ExecutionReport buy(Instrument instrument, int quantity, long limit) throws InterruptedException {
        return submit(instrument.symbol(), Side.BUY, quantity, limit, TimeInForce.DAY);
    }

    ExecutionReport sell(Instrument instrument, int quantity, long limit) throws InterruptedException {
        return submit(instrument.symbol(), Side.SELL, quantity, limit, TimeInForce.DAY);
    }

    ExecutionReport submit(String symbol, Side side, int quantity, long limit, TimeInForce timeInForce)
        throws InterruptedException {
        return send(new NewOrder(nextSequence(), symbol, side, quantity, limit, timeInForce));
    }

    ExecutionReport cancel(Instrument instrument, long orderId) throws InterruptedException {
        return send(new CancelOrder(nextSequence(), instrument.symbol(), orderId));
    }

    ExecutionReport amend(Instrument instrument, long orderId, int quantity) throws InterruptedException {
        return send(new AmendOrder(nextSequence(), instrument.symbol(), orderId, quantity));
    }

    private synchronized long nextSequence() {
        if (!open) {
            throw new IllegalStateException(account + " has logged out");
        }
        return ++sequence;
    }

    private ExecutionReport send(Request request) throws InterruptedException {
        ExecutionReport report = gateway.forward(this, request);
        if (report.sequence() != request.sequence()) {
            throw new IllegalStateException("answer " + report.sequence() + " to request " + request.sequence());
        }
        count(report);
        return report;
    }

    private synchronized void count(ExecutionReport report) {
        if (report.isRejected()) {
            rejected++;
        } else {
            accepted++;
        }
    }

    /** Ends the session; the gateway forgets it. */
    void close() {
        synchronized (this) {
            if (!open) {
                return;
            }
            open = false;
        }
        gateway.logout(this);
    }

    synchronized boolean isOpen() {
        return open;
    }

    synchronized long requests() {
        return sequence;
    }

    synchronized int accepted() {
        return accepted;
    }

    synchronized int rejected() {
        return rejected;
    }
}
