package trading;

/** What must be true when the day is over, whatever the threads did. */
final class Invariants {
    private final Exchange exchange;

    Invariants(Exchange exchange) {
        this.exchange = exchange;
    }

    void check(long cashBefore, long[] sharesBefore) {
        checkConservation(cashBefore, sharesBefore);
        checkVolume();
        checkOrders();
        checkSettlement();
        checkJournal();
        checkMarketData();
        checkSessions();
    }

    private void checkConservation(long cashBefore, long[] sharesBefore) {
        AccountRegistry accounts = exchange.accounts;
        assert accounts.totalCash() == cashBefore : "money was made or lost";
        for (Instrument instrument : exchange.catalog) {
            assert accounts.totalShares(instrument) == sharesBefore[instrument.index()] : "shares of " + instrument;
        }
        for (Account account : accounts.all()) {
            assert !account.hasReservations() : account + " still has reservations";
        }
        Valuation valuation = new Valuation(exchange.engine, exchange.catalog);
        long worth = cashBefore;
        for (Instrument instrument : exchange.catalog) {
            worth += sharesBefore[instrument.index()] * instrument.referencePrice();
        }
        assert valuation.of(accounts) == worth : "all trades are at the reference price";
    }

    /** The volume that the plans must lead to, in any order. */
    long expectedVolume(Instrument instrument) {
        long bought = 0;
        long sold = exchange.marketMaker.offered();
        for (OrderPlan plan : exchange.plans) {
            bought += plan.total(OrderPlan.Kind.BUY, instrument);
            sold += plan.total(OrderPlan.Kind.SELL, instrument);
        }
        return Math.min(bought, sold);
    }

    private void checkVolume() {
        long sum = 0;
        for (Instrument instrument : exchange.catalog) {
            long volume = exchange.engine.volume(instrument);
            assert volume == expectedVolume(instrument) : "volume of " + instrument;
            assert exchange.engine.consistent(instrument) : "book of " + instrument;
            sum += volume;
        }
        assert exchange.statistics.volume() == sum;
        assert exchange.audit.filled() == 2 * sum;
        assert exchange.accounts.fees().totalCash() == 2 * sum * FeeSchedule.PER_SHARE;
        assert exchange.day.halts() == 0;
        assert sum == 0 == (exchange.statistics.largest() == null);
    }

    private void checkOrders() {
        Statistics statistics = exchange.statistics;
        int sent = exchange.marketMaker.orders();
        int wrong = 0;
        int passive = 0;
        int unfillable = 0;
        for (OrderPlan plan : exchange.plans) {
            sent += plan.steps().size();
            wrong += plan.count(OrderPlan.Kind.WRONG);
            passive += plan.count(OrderPlan.Kind.PASSIVE);
            unfillable += plan.count(OrderPlan.Kind.IMMEDIATE) + plan.count(OrderPlan.Kind.KILL);
        }
        assert statistics.accepted() == sent - wrong;
        assert statistics.accepted() == exchange.engine.ordersAccepted();
        assert statistics.rejected() == wrong;
        assert statistics.amended() == passive;
        assert statistics.cancelled() == passive + unfillable;
        assert exchange.audit.firstOpen() == 0 : "order " + exchange.audit.firstOpen() + " does not add up";
        assert exchange.audit.size() == statistics.accepted();
    }

    private void checkSettlement() {
        assert exchange.settlement.isIdle();
        assert exchange.settlement.settled() == exchange.engine.trades() : "a trade was not settled";
    }

    private void checkJournal() {
        AccountRegistry accounts = exchange.accounts;
        JournalReplay replay = new JournalReplay(accounts.all().size(), exchange.catalog.size());
        replay.replay(exchange.journal.lines(), accounts.fees().id());
        assert replay.trades() == exchange.engine.trades();
        for (Account account : accounts.all()) {
            assert replay.cash(account.id()) == account.totalCash() : "the journal disagrees about " + account;
            for (Instrument instrument : exchange.catalog) {
                assert replay.shares(account.id(), instrument.index()) == account.totalShares(instrument);
            }
        }
        assert exchange.log.consistent();
    }

    private void checkMarketData() {
        for (Instrument instrument : exchange.catalog) {
            assert exchange.marketData.quote(instrument).equals(exchange.engine.quote(instrument)) : "stale quote";
        }
        assert exchange.marketData.consistent();
        assert exchange.mailbox.offered() >= exchange.mailbox.conflated();
    }

    private void checkSessions() {
        assert exchange.gateway.openSessions() == 0;
        assert exchange.gateway.finished().size() == exchange.config.traders();
        assert exchange.statistics.sessions() == exchange.config.traders();
        assert exchange.throttle.isIdle() && exchange.throttle.wasRespected();
        long requests = 0;
        for (Session session : exchange.gateway.finished()) {
            assert !session.isOpen();
            assert session.accepted() + session.rejected() == session.requests();
            requests += session.requests();
        }
        assert exchange.executedByMatcher() == -1 || exchange.executedByMatcher() == requests;
    }
}
