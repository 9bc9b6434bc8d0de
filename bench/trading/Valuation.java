package trading;

/** What accounts are worth at the last prices. Used by main when the day is over. */
final class Valuation {
    private final MatchingEngine engine;
    private final Catalog catalog;

    Valuation(MatchingEngine engine, Catalog catalog) {
        this.engine = engine;
        this.catalog = catalog;
    }

    long of(Account account) {
        long worth = account.totalCash();
        for (Instrument instrument : catalog) {
            worth += account.totalShares(instrument) * engine.quote(instrument).last();
        }
        return worth;
    }

    long of(AccountRegistry accounts) {
        long sum = 0;
        for (Account account : accounts.all()) {
            sum += of(account);
        }
        return sum;
    }
}
