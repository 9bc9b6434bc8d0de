package trading;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The orders of one instrument, by price and then by age. All methods but {@link #lock} and
 * {@link #unlock} need the lock.
 */
final class OrderBook {
    private final Instrument instrument;
    private final IdSource tradeIds;
    private final ReentrantLock lock = new ReentrantLock();
    private final TreeMap<Long, PriceLevel> bids = new TreeMap<>(Collections.reverseOrder());
    private final TreeMap<Long, PriceLevel> asks = new TreeMap<>();
    private final Map<Long, Order> resting = new HashMap<>();
    private long version;
    private long last;
    private long volume;

    OrderBook(Instrument instrument, IdSource tradeIds) {
        this.instrument = instrument;
        this.tradeIds = tradeIds;
        this.last = instrument.referencePrice();
    }

    void lock() {
        lock.lock();
    }

    void unlock() {
        lock.unlock();
    }

    Instrument instrument() {
        return instrument;
    }

    /** Shares traded today. */
    long volume() {
        requireLock();
        return volume;
    }

    /** An order in the book, or null. */
    Order find(long orderId) {
        requireLock();
        return resting.get(orderId);
    }

    /** Matches a new order against the book, lets the rest stay if it may, and lists the trades. */
    List<Trade> submit(Order order) {
        requireLock();
        version++;
        if (order.timeInForce() == TimeInForce.FILL_OR_KILL && available(order) < order.quantity()) {
            order.end(OrderStatus.CANCELLED);
            return Collections.emptyList();
        }
        List<Trade> trades = match(order);
        if (!order.ended()) {
            if (order.timeInForce().mayRest()) {
                insert(order);
            } else {
                order.end(OrderStatus.CANCELLED);
            }
        }
        return trades;
    }

    private TreeMap<Long, PriceLevel> side(Side side) {
        return side == Side.BUY ? bids : asks;
    }

    private int available(Order order) {
        int sum = 0;
        for (PriceLevel level : side(order.side().opposite()).values()) {
            if (!order.side().accepts(order.limit(), level.price())) {
                break;
            }
            sum += level.open();
        }
        return sum;
    }

    private List<Trade> match(Order order) {
        List<Trade> trades = new ArrayList<>();
        TreeMap<Long, PriceLevel> other = side(order.side().opposite());
        while (!order.ended() && !other.isEmpty()) {
            PriceLevel best = other.firstEntry().getValue();
            if (!order.side().accepts(order.limit(), best.price())) {
                break;
            }
            trades.add(trade(order, best));
            if (best.isEmpty()) {
                other.remove(best.price());
            }
        }
        return trades;
    }

    private Trade trade(Order incoming, PriceLevel level) {
        Order standing = level.oldest();
        int quantity = Math.min(incoming.open(), standing.open());
        level.fillOldest(quantity);
        incoming.fill(quantity);
        if (standing.ended()) {
            resting.remove(standing.id());
        }
        Order buy = incoming.side() == Side.BUY ? incoming : standing;
        Order sell = incoming.side() == Side.BUY ? standing : incoming;
        last = level.price();
        volume += quantity;
        return new Trade(tradeIds.next(), instrument, buy.id(), buy.account(), sell.id(), sell.account(), quantity, last,
            buy.limit());
    }

    private void insert(Order order) {
        order.rest();
        PriceLevel level = side(order.side()).get(order.limit());
        if (level == null) {
            level = new PriceLevel(order.limit());
            side(order.side()).put(order.limit(), level);
        }
        level.add(order);
        resting.put(order.id(), order);
    }

    /** Takes an order out of the book and returns the shares that were open. */
    int withdraw(Order order, OrderStatus how) {
        requireLock();
        version++;
        PriceLevel level = side(order.side()).get(order.limit());
        if (level == null || !level.remove(order)) {
            throw new IllegalStateException(order + " is not in the book");
        }
        if (level.isEmpty()) {
            side(order.side()).remove(order.limit());
        }
        resting.remove(order.id());
        return order.end(how);
    }

    /** Makes an order smaller and returns by how much. */
    int shrink(Order order, int newQuantity) {
        requireLock();
        version++;
        int less = order.shrinkTo(newQuantity);
        side(order.side()).get(order.limit()).shrunk(less);
        return less;
    }

    /** The orders in the book, in the order of their ids. */
    List<Order> orders() {
        requireLock();
        List<Order> list = new ArrayList<>(resting.values());
        list.sort((a, b) -> Long.compare(a.id(), b.id()));
        return list;
    }

    /** The best prices now. */
    Quote quote() {
        requireLock();
        PriceLevel bid = bids.isEmpty() ? null : bids.firstEntry().getValue();
        PriceLevel ask = asks.isEmpty() ? null : asks.firstEntry().getValue();
        return new Quote(instrument, version, bid == null ? 0 : bid.price(), bid == null ? 0 : bid.open(),
            ask == null ? 0 : ask.price(), ask == null ? 0 : ask.open(), last);
    }

    /** Whether prices don't cross and all counters agree. */
    boolean consistent() {
        requireLock();
        int count = 0;
        for (Side side : Side.values()) {
            for (PriceLevel level : side(side).values()) {
                if (level.isEmpty() || !level.consistent()) {
                    return false;
                }
                count += level.size();
            }
        }
        return count == resting.size() && !quote().isCrossed();
    }

    private void requireLock() {
        if (!lock.isHeldByCurrentThread()) {
            throw new IllegalStateException("the book of " + instrument + " is not locked");
        }
    }
}
