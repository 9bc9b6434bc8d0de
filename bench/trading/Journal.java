package trading;

import java.util.ArrayList;
import java.util.List;

/**
 * What would be on disk: one line per change of money or shares, each with a checksum that covers
 * all lines before it. Guarded by its own monitor.
 */
final class Journal implements EventListener {
    private final List<String> lines = new ArrayList<>();
    private int checksum = 1;

    @Override
    public void on(Event event) {
        if (event instanceof TradeSettled settled) {
            append(encode(settled.trade()));
        }
    }

    /** Notes what an account starts with. */
    void deposit(Account account, Catalog catalog) {
        StringBuilder line = new StringBuilder("D|").append(account.id()).append('|').append(account.totalCash());
        for (Instrument instrument : catalog) {
            line.append('|').append(account.totalShares(instrument));
        }
        append(line.toString());
    }

    private static String encode(Trade trade) {
        return "T|" + trade.id() + "|" + trade.instrument().index() + "|" + trade.buyer().id() + "|" + trade.seller().id()
            + "|" + trade.quantity() + "|" + trade.price();
    }

    private synchronized void append(String line) {
        checksum = chain(checksum, line);
        lines.add(line + "|" + Integer.toHexString(checksum));
    }

    /** The checksum of a line that follows one with the checksum {@code before}. */
    static int chain(int before, String line) {
        return before * 31 + line.hashCode();
    }

    synchronized List<String> lines() {
        return new ArrayList<>(lines);
    }

    synchronized int size() {
        return lines.size();
    }
}
