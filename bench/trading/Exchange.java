package trading;

import java.util.ArrayList;
import java.util.List;

/** Puts the parts together, runs one day, and shuts down in the order in which data flows. */
final class Exchange {
    final Config config;
    final Catalog catalog;
    final AccountRegistry accounts;
    final TradingDay day;
    final EventBus bus = new EventBus();
    final LogRing log = new LogRing(32);
    final Journal journal = new Journal();
    final AuditTrail audit = new AuditTrail();
    final Statistics statistics = new Statistics();
    final MatchingEngine engine;
    final Settlement settlement;
    final QuoteMailbox mailbox = new QuoteMailbox();
    final MarketData marketData;
    final MarketMaker marketMaker;
    final Throttle throttle;
    final Gateway gateway;
    final List<OrderPlan> plans = new ArrayList<>();
    private final MatcherThread matcher;
    private Thread settlementThread;
    private Thread marketDataThread;

    Exchange(Config config) {
        this.config = config;
        catalog = Catalog.ofSize(config.instruments());
        accounts = new AccountRegistry(config, catalog);
        day = new TradingDay(catalog.size());
        engine = new MatchingEngine(catalog, new RiskEngine(day), bus);
        settlement = new Settlement(config.queueCapacity(config.settlementThread()), accounts.fees(), bus);
        marketData = new MarketData(catalog, mailbox);
        marketMaker = new MarketMaker(config, catalog, accounts.house());
        throttle = new Throttle(config.requestsInFlight());
        matcher = config.matchingThread() ? new MatcherThread(engine, config.queueCapacity(true)) : null;
        gateway = new Gateway(matcher != null ? matcher : engine, bus, throttle);
        for (int trader = 0; trader < config.traders(); trader++) {
            plans.add(OrderPlan.of(config, catalog, trader));
        }
        for (Account account : accounts.all()) {
            journal.deposit(account, catalog);
        }
        subscribe();
    }

    private void subscribe() {
        bus.subscribe(log);
        bus.subscribe(audit);
        bus.subscribe(statistics);
        bus.subscribe(journal);
        bus.subscribe(mailbox);
        bus.subscribe(new CircuitBreaker(day, bus));
        bus.subscribe(settlement);
    }

    /** Runs the whole day, until every thread has ended. */
    void runDay() throws InterruptedException {
        marketMaker.makeMarket(engine);
        startServices();
        List<Trader> traders = new ArrayList<>();
        for (int number = 0; number < config.traders(); number++) {
            Trader trader = new Trader(gateway, day, accounts.trader(number), plans.get(number));
            traders.add(trader);
            trader.start();
        }
        day.open();
        for (Trader trader : traders) {
            trader.join();
        }
        day.close();
        stopServices();
    }

    private void startServices() {
        if (config.settlementThread()) {
            settlementThread = new Thread(settlement, "settlement");
            settlementThread.start();
        }
        if (config.marketDataThread()) {
            marketDataThread = new Thread(marketData, "market-data");
            marketDataThread.start();
        }
        if (matcher != null) {
            matcher.start();
        }
    }

    private void stopServices() throws InterruptedException {
        if (matcher != null) {
            matcher.finish();
        }
        settlement.close();
        if (settlementThread != null) {
            settlementThread.join();
        } else {
            settlement.drain();
        }
        engine.expireAll(catalog);
        mailbox.close();
        if (marketDataThread != null) {
            marketDataThread.join();
        } else {
            marketData.drain();
        }
    }

    /** Requests the matching thread has executed, or -1 without one. */
    int executedByMatcher() {
        return matcher == null ? -1 : matcher.executed();
    }
}
