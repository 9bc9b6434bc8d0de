package trading;

import java.util.HashMap;
import java.util.Map;

/**
 * Follows every order: what was accepted must in the end be filled, cancelled, given up by an
 * amendment, or expired. Events of one order may arrive from several threads and so in any order;
 * only the sums matter. Guarded by its own monitor.
 */
final class AuditTrail implements EventListener {
    private static final class Entry {
        private int accepted;
        private int filled;
        private int dropped;
    }

    private final Map<Long, Entry> entries = new HashMap<>();

    @Override
    public void on(Event event) {
        if (event instanceof OrderAccepted accepted) {
            accept(accepted.orderId(), accepted.quantity());
        } else if (event instanceof TradeExecuted executed) {
            fill(executed.trade());
        } else if (event instanceof OrderCancelled cancelled) {
            drop(cancelled.orderId(), cancelled.quantity());
        } else if (event instanceof OrderAmended amended) {
            drop(amended.orderId(), amended.less());
        } else if (event instanceof OrderExpired expired) {
            drop(expired.orderId(), expired.quantity());
        }
    }

    private Entry entry(long orderId) {
        return entries.computeIfAbsent(orderId, id -> new Entry());
    }

    private synchronized void accept(long orderId, int quantity) {
        entry(orderId).accepted += quantity;
    }

    private synchronized void fill(Trade trade) {
        entry(trade.buyOrder()).filled += trade.quantity();
        entry(trade.sellOrder()).filled += trade.quantity();
    }

    private synchronized void drop(long orderId, int quantity) {
        entry(orderId).dropped += quantity;
    }

    /** The number of an order that does not add up, or 0. */
    synchronized long firstOpen() {
        for (Map.Entry<Long, Entry> each : entries.entrySet()) {
            Entry entry = each.getValue();
            if (entry.accepted != entry.filled + entry.dropped) {
                return each.getKey();
            }
        }
        return 0;
    }

    synchronized int size() {
        return entries.size();
    }

    /** Shares filled over all orders: both sides of every trade. */
    synchronized long filled() {
        long sum = 0;
        for (Entry entry : entries.values()) {
            sum += entry.filled;
        }
        return sum;
    }
}
