package trading;

/** The house's own orders, there before the market opens, so that the first buyer finds a seller. */
final class MarketMaker {
    /** Far enough away that nobody ever trades with it. */
    private static final int EDGE_TICKS = 15;

    private final Config config;
    private final Catalog catalog;
    private final Account house;

    MarketMaker(Config config, Catalog catalog, Account house) {
        this.config = config;
        this.catalog = catalog;
        this.house = house;
    }

    /** Sell orders at the reference price, per instrument. */
    private int sellOrders() {
        return 1 + config.traders() * config.orders() / 8;
    }

    /** Shares the house offers at the reference price, per instrument. */
    long offered() {
        return (long) sellOrders() * SizeLimit.LARGEST;
    }

    /** How many orders the house sends. */
    int orders() {
        return catalog.size() * (sellOrders() + 2);
    }

    void makeMarket(MatchingEngine engine) {
        long sequence = 0;
        for (Instrument instrument : catalog) {
            for (int number = 0; number < sellOrders(); number++) {
                send(engine, ++sequence, instrument, Side.SELL, SizeLimit.LARGEST, instrument.referencePrice());
            }
            send(engine, ++sequence, instrument, Side.BUY, instrument.lot(), instrument.priceAt(-EDGE_TICKS));
            send(engine, ++sequence, instrument, Side.SELL, instrument.lot(), instrument.priceAt(EDGE_TICKS));
        }
    }

    private void send(MatchingEngine engine, long sequence, Instrument instrument, Side side, int quantity, long limit) {
        NewOrder order = new NewOrder(sequence, instrument.symbol(), side, quantity, limit, TimeInForce.DAY);
        ExecutionReport report = engine.dispatch(house, order);
        if (report.status() != OrderStatus.RESTING) {
            throw new IllegalStateException("the house could not make its market: " + report);
        }
    }
}
