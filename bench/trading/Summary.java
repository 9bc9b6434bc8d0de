package trading;

/** The report of the day. Everything in it is the same for every schedule. */
final class Summary {
    private final Exchange exchange;

    Summary(Exchange exchange) {
        this.exchange = exchange;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        Statistics statistics = exchange.statistics;
        text.append("day of ").append(exchange.config).append('\n');
        line(text, "orders accepted", statistics.accepted());
        line(text, "orders cancelled", statistics.cancelled());
        line(text, "orders amended", statistics.amended());
        line(text, "orders refused", statistics.rejected());
        for (RejectReason reason : RejectReason.values()) {
            if (statistics.rejected(reason) > 0) {
                line(text, "  " + reason.text(), statistics.rejected(reason));
            }
        }
        for (Instrument instrument : exchange.catalog) {
            line(text, "volume of " + instrument, exchange.engine.volume(instrument));
        }
        line(text, "fees", exchange.accounts.fees().totalCash());
        line(text, "money", exchange.accounts.totalCash());
        line(text, "index", exchange.marketData.index());
        return text.toString();
    }

    private static void line(StringBuilder text, String name, long value) {
        text.append(name);
        for (int column = name.length(); column < 60; column++) {
            text.append(' ');
        }
        String digits = Long.toString(value);
        for (int column = digits.length(); column < 16; column++) {
            text.append(' ');
        }
        text.append(digits).append('\n');
    }
}
