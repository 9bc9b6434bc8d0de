package trading;

/** Halts an instrument when a trade is too far from the reference price. Has no state. */
final class CircuitBreaker implements EventListener {
    private static final int LIMIT_TICKS = 15;

    private final TradingDay day;
    private final EventBus bus;

    CircuitBreaker(TradingDay day, EventBus bus) {
        this.day = day;
        this.bus = bus;
    }

    @Override
    public void on(Event event) {
        if (event instanceof TradeExecuted executed) {
            Trade trade = executed.trade();
            Instrument instrument = trade.instrument();
            long distance = Math.abs(trade.price() - instrument.referencePrice());
            if (distance > LIMIT_TICKS * instrument.tick() && day.halt(instrument)) {
                bus.publish(new TradingHalted(instrument, trade.price()));
            }
        }
    }
}
