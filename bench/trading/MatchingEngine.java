package trading;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Executes requests against the books. May be called by several threads: each book has its lock,
 * and events are published after it was released. The books are made at the start, so the map of
 * them needs no lock.
 */
final class MatchingEngine implements Dispatcher {
    private final Map<String, OrderBook> books;
    private final RiskEngine risk;
    private final EventBus bus;
    private final IdSource orderIds = new IdSource();
    private final IdSource tradeIds = new IdSource();

    MatchingEngine(Catalog catalog, RiskEngine risk, EventBus bus) {
        this.risk = risk;
        this.bus = bus;
        Map<String, OrderBook> map = new HashMap<>();
        for (Instrument instrument : catalog) {
            map.put(instrument.symbol(), new OrderBook(instrument, tradeIds));
        }
        this.books = Collections.unmodifiableMap(map);
    }

    @Override
    public ExecutionReport dispatch(Account account, Request request) {
        OrderBook book = books.get(request.symbol());
        if (book == null) {
            return reject(account, request, RejectReason.UNKNOWN_INSTRUMENT);
        }
        if (request instanceof NewOrder order) {
            return submit(account, book, order);
        }
        if (request instanceof CancelOrder cancel) {
            return cancel(account, book, cancel);
        }
        if (request instanceof AmendOrder amend) {
            return amend(account, book, amend);
        }
        throw new IllegalArgumentException("unknown request " + request);
    }

    private ExecutionReport reject(Account account, Request request, RejectReason reason) {
        bus.publish(new OrderRejected(account.owner(), request.symbol(), reason));
        return ExecutionReport.rejected(request.sequence(), reason);
    }

    private ExecutionReport submit(Account account, OrderBook book, NewOrder request) {
        RejectReason reason = risk.admit(account, book.instrument(), request);
        if (reason != null) {
            return reject(account, request, reason);
        }
        Order order = new Order(orderIds.next(), account, book.instrument(), request);
        List<Event> events = new ArrayList<>();
        events.add(new OrderAccepted(order.id(), account.owner(), book.instrument(), request.side(), request.quantity(),
            request.limit()));
        ExecutionReport report;
        int dropped;
        book.lock();
        try {
            for (Trade trade : book.submit(order)) {
                events.add(new TradeExecuted(trade));
            }
            dropped = order.ended() ? order.quantity() - order.filled() : 0;
            report = ExecutionReport.of(request.sequence(), order);
            events.add(new QuoteChanged(book.quote()));
        } finally {
            book.unlock();
        }
        if (dropped > 0) {
            risk.release(order, dropped);
            events.add(new OrderCancelled(order.id(), dropped));
        }
        publish(events);
        return report;
    }

    private ExecutionReport cancel(Account account, OrderBook book, CancelOrder request) {
        Order order;
        int dropped;
        Quote quote;
        ExecutionReport report;
        book.lock();
        try {
            order = book.find(request.orderId());
            if (order == null || order.account() != account) {
                return ExecutionReport.rejected(request.sequence(),
                    order == null ? RejectReason.UNKNOWN_ORDER : RejectReason.NOT_OWNER);
            }
            dropped = book.withdraw(order, OrderStatus.CANCELLED);
            report = ExecutionReport.of(request.sequence(), order);
            quote = book.quote();
        } finally {
            book.unlock();
        }
        risk.release(order, dropped);
        publish(List.of(new OrderCancelled(order.id(), dropped), new QuoteChanged(quote)));
        return report;
    }

    private ExecutionReport amend(Account account, OrderBook book, AmendOrder request) {
        Order order;
        int less;
        Quote quote;
        ExecutionReport report;
        book.lock();
        try {
            order = book.find(request.orderId());
            if (order == null || order.account() != account) {
                return ExecutionReport.rejected(request.sequence(),
                    order == null ? RejectReason.UNKNOWN_ORDER : RejectReason.NOT_OWNER);
            }
            if (request.quantity() <= order.filled() || request.quantity() >= order.quantity()) {
                return ExecutionReport.rejected(request.sequence(), RejectReason.NOT_SMALLER);
            }
            less = book.shrink(order, request.quantity());
            report = ExecutionReport.of(request.sequence(), order);
            quote = book.quote();
        } finally {
            book.unlock();
        }
        risk.release(order, less);
        publish(List.of(new OrderAmended(order.id(), less), new QuoteChanged(quote)));
        return report;
    }

    /** Ends all orders that are left. Called when the day is over. */
    void expireAll(Catalog catalog) {
        for (Instrument instrument : catalog) {
            OrderBook book = books.get(instrument.symbol());
            List<Event> events = new ArrayList<>();
            book.lock();
            try {
                for (Order order : book.orders()) {
                    int dropped = book.withdraw(order, OrderStatus.EXPIRED);
                    risk.release(order, dropped);
                    events.add(new OrderExpired(order.id(), dropped));
                }
                events.add(new QuoteChanged(book.quote()));
            } finally {
                book.unlock();
            }
            publish(events);
        }
    }

    private void publish(List<? extends Event> events) {
        for (Event event : events) {
            bus.publish(event);
        }
    }

    /** Shares of an instrument traded so far. */
    long volume(Instrument instrument) {
        OrderBook book = books.get(instrument.symbol());
        book.lock();
        try {
            return book.volume();
        } finally {
            book.unlock();
        }
    }

    /** The best prices of an instrument now. */
    Quote quote(Instrument instrument) {
        OrderBook book = books.get(instrument.symbol());
        book.lock();
        try {
            return book.quote();
        } finally {
            book.unlock();
        }
    }

    boolean consistent(Instrument instrument) {
        OrderBook book = books.get(instrument.symbol());
        book.lock();
        try {
            return book.consistent();
        } finally {
            book.unlock();
        }
    }

    long ordersAccepted() {
        return orderIds.count();
    }

    long trades() {
        return tradeIds.count();
    }
}
