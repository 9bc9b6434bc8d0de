package trading;

/**
 * A small trading system: one day with a few traders, from the opening to the settled accounts.
 * Run with {@code trading.Main [traders [orders [instruments [services]]]]}; see {@link Config}.
 */
public final class Main {
    private Main() {
    }

    public static void main(String[] args) throws InterruptedException {
        Exchange exchange = new Exchange(Config.parse(args));
        long cash = exchange.accounts.totalCash();
        long[] shares = new long[exchange.catalog.size()];
        for (Instrument instrument : exchange.catalog) {
            shares[instrument.index()] = exchange.accounts.totalShares(instrument);
        }
        exchange.runDay();
        new Invariants(exchange).check(cash, shares);
        System.out.print(new Summary(exchange).text());
    }
}
