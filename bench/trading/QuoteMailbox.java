package trading;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Passes quotes to the publisher. Only the newest quote of an instrument is kept, so a slow
 * publisher never holds up trading. Guarded by its own monitor.
 */
final class QuoteMailbox implements EventListener {
    private final Map<Instrument, Quote> newest = new LinkedHashMap<>();
    private final Map<Instrument, Quote> waiting = new LinkedHashMap<>();
    private boolean closed;
    private int offered;
    private int conflated;

    @Override
    public void on(Event event) {
        if (event instanceof QuoteChanged changed) {
            offer(changed.quote());
        }
    }

    private synchronized void offer(Quote quote) {
        offered++;
        Quote before = newest.get(quote.instrument());
        if (before != null && !quote.newerThan(before)) {
            conflated++;
            return;
        }
        newest.put(quote.instrument(), quote);
        if (waiting.put(quote.instrument(), quote) != null) {
            conflated++;
        }
        notify();
    }

    /** The quotes that are waiting, once there are some; an empty list when closed and empty. */
    synchronized List<Quote> take() throws InterruptedException {
        while (waiting.isEmpty() && !closed) {
            wait();
        }
        return drain();
    }

    /** The quotes that are waiting now. */
    synchronized List<Quote> drain() {
        List<Quote> quotes = new ArrayList<>(waiting.values());
        waiting.clear();
        return quotes;
    }

    synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized int offered() {
        return offered;
    }

    synchronized int conflated() {
        return conflated;
    }
}
