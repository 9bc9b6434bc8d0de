package trading;

/** A thread that waits for the opening, carries out its plan, and checks every answer. */
final class Trader extends Thread {
    private static final int PASSIVE_TICKS = -5;
    private static final int ABOVE_TICKS = 10;

    private final Gateway gateway;
    private final TradingDay day;
    private final Account account;
    private final OrderPlan plan;

    Trader(Gateway gateway, TradingDay day, Account account, OrderPlan plan) {
        super(account.owner());
        this.gateway = gateway;
        this.day = day;
        this.account = account;
        this.plan = plan;
    }

    @Override
    public void run() {
        try {
            day.awaitOpening();
            Session session = gateway.login(account);
            try {
                for (OrderPlan.Step step : plan.steps()) {
                    perform(session, step);
                }
            } finally {
                session.close();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts a trader", e);
        }
    }

    private void perform(Session session, OrderPlan.Step step) throws InterruptedException {
        Instrument instrument = step.instrument();
        switch (step.kind()) {
            case BUY -> accepted(session.buy(instrument, step.quantity(), instrument.referencePrice()), step);
            case SELL -> accepted(session.sell(instrument, step.quantity(), instrument.referencePrice()), step);
            case PASSIVE -> passive(session, step);
            case IMMEDIATE -> nothing(session, step, TimeInForce.IMMEDIATE_OR_CANCEL);
            case KILL -> nothing(session, step, TimeInForce.FILL_OR_KILL);
            case WRONG -> wrong(session, step);
        }
    }

    private void accepted(ExecutionReport report, OrderPlan.Step step) {
        expect(!report.isRejected(), step, report);
        expect(report.filled() + report.open() == step.quantity(), step, report);
        expect(report.open() == 0 == (report.status() == OrderStatus.FILLED), step, report);
    }

    private void passive(Session session, OrderPlan.Step step) throws InterruptedException {
        Instrument instrument = step.instrument();
        ExecutionReport report = session.buy(instrument, step.quantity(), instrument.priceAt(PASSIVE_TICKS));
        expect(report.status() == OrderStatus.RESTING && report.open() == step.quantity(), step, report);
        long order = report.orderId();
        int smaller = step.quantity() - instrument.lot();
        report = session.amend(instrument, order, smaller);
        expect(report.status() == OrderStatus.RESTING && report.open() == smaller, step, report);
        report = session.amend(instrument, order, step.quantity());
        expect(report.reason() == RejectReason.NOT_SMALLER, step, report);
        report = session.cancel(instrument, order);
        expect(report.status() == OrderStatus.CANCELLED && report.filled() == 0, step, report);
        report = session.cancel(instrument, order);
        expect(report.reason() == RejectReason.UNKNOWN_ORDER, step, report);
    }

    private void nothing(Session session, OrderPlan.Step step, TimeInForce timeInForce) throws InterruptedException {
        Instrument instrument = step.instrument();
        ExecutionReport report = session.submit(instrument.symbol(), Side.SELL, step.quantity(),
            instrument.priceAt(ABOVE_TICKS), timeInForce);
        expect(report.status() == OrderStatus.CANCELLED && report.filled() == 0, step, report);
    }

    private void wrong(Session session, OrderPlan.Step step) throws InterruptedException {
        Instrument instrument = step.instrument();
        String symbol = instrument.symbol();
        int quantity = step.quantity();
        long limit = instrument.referencePrice();
        switch (step.expected()) {
            case BAD_QUANTITY -> quantity++;
            case BAD_TICK -> limit++;
            case TOO_LARGE -> quantity = SizeLimit.LARGEST + instrument.lot();
            case OUTSIDE_BAND -> limit = instrument.priceAt(Instrument.BAND_TICKS + 1);
            case UNKNOWN_INSTRUMENT -> symbol = "NONE";
            default -> throw new IllegalStateException("no way to earn " + step.expected());
        }
        ExecutionReport report = session.submit(symbol, Side.SELL, quantity, limit, TimeInForce.DAY);
        expect(report.reason() == step.expected(), step, report);
    }

    private void expect(boolean condition, OrderPlan.Step step, ExecutionReport report) {
        if (!condition) {
            throw new IllegalStateException(account + ": " + step + " got " + report);
        }
    }
}
