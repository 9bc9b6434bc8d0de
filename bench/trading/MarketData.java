package trading;

import java.util.List;

/**
 * Publishes quotes. The bars belong to the publishing thread; what others may see is a volatile
 * reference to an array that is replaced, never changed.
 */
final class MarketData implements Runnable {
    private final Catalog catalog;
    private final QuoteMailbox mailbox;
    private final Bar[] bars;
    private volatile Quote[] published;
    private volatile long index;

    MarketData(Catalog catalog, QuoteMailbox mailbox) {
        this.catalog = catalog;
        this.mailbox = mailbox;
        this.bars = new Bar[catalog.size()];
        Quote[] start = new Quote[catalog.size()];
        for (Instrument instrument : catalog) {
            bars[instrument.index()] = new Bar();
            start[instrument.index()] = Quote.empty(instrument);
        }
        this.published = start;
        this.index = indexOf(start);
    }

    @Override
    public void run() {
        try {
            List<Quote> quotes = mailbox.take();
            while (!quotes.isEmpty()) {
                publish(quotes);
                quotes = mailbox.take();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts market data", e);
        }
    }

    /** Publishes what has come so far, in the calling thread. */
    void drain() {
        publish(mailbox.drain());
    }

    private void publish(List<Quote> quotes) {
        if (quotes.isEmpty()) {
            return;
        }
        Quote[] next = published.clone();
        for (Quote quote : quotes) {
            int place = quote.instrument().index();
            if (!quote.newerThan(next[place])) {
                throw new IllegalStateException("a quote of " + quote.instrument() + " came twice or too late");
            }
            next[place] = quote;
            bars[place].add(quote.last());
        }
        published = next;
        index = indexOf(next);
    }

    /** The average price over all instruments, in tenths of a cent. */
    private static long indexOf(Quote[] quotes) {
        long sum = 0;
        for (Quote quote : quotes) {
            sum += quote.last() * 10;
        }
        return sum / quotes.length;
    }

    /** The quote anybody may see now. */
    Quote quote(Instrument instrument) {
        return published[instrument.index()];
    }

    long index() {
        return index;
    }

    /** Whether all bars make sense; to be asked when the publisher has ended. */
    boolean consistent() {
        for (Instrument instrument : catalog) {
            Bar bar = bars[instrument.index()];
            if (!bar.consistent() || !bar.isEmpty() && bar.last() != quote(instrument).last()) {
                return false;
            }
        }
        return true;
    }
}
