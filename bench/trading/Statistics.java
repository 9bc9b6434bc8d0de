package trading;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Counters. All atomic, so there is no lock. */
final class Statistics implements EventListener {
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger cancelled = new AtomicInteger();
    private final AtomicInteger amended = new AtomicInteger();
    private final AtomicInteger expired = new AtomicInteger();
    private final AtomicInteger sessions = new AtomicInteger();
    private final AtomicIntegerArray rejected = new AtomicIntegerArray(RejectReason.values().length);
    private final AtomicLong volume = new AtomicLong();
    private final AtomicReference<Trade> largest = new AtomicReference<>();

    @Override
    public void on(Event event) {
        if (event instanceof OrderAccepted) {
            accepted.incrementAndGet();
        } else if (event instanceof OrderRejected refused) {
            rejected.incrementAndGet(refused.reason().ordinal());
        } else if (event instanceof OrderCancelled) {
            cancelled.incrementAndGet();
        } else if (event instanceof OrderAmended) {
            amended.incrementAndGet();
        } else if (event instanceof OrderExpired) {
            expired.incrementAndGet();
        } else if (event instanceof SessionOpened) {
            sessions.incrementAndGet();
        } else if (event instanceof TradeExecuted executed) {
            count(executed.trade());
        }
    }

    private void count(Trade trade) {
        volume.addAndGet(trade.quantity());
        Trade before = largest.get();
        while (before == null || trade.notional() > before.notional()) {
            if (largest.compareAndSet(before, trade)) {
                return;
            }
            before = largest.get();
        }
    }

    int accepted() {
        return accepted.get();
    }

    int cancelled() {
        return cancelled.get();
    }

    int amended() {
        return amended.get();
    }

    int expired() {
        return expired.get();
    }

    int sessions() {
        return sessions.get();
    }

    int rejected(RejectReason reason) {
        return rejected.get(reason.ordinal());
    }

    int rejected() {
        int sum = 0;
        for (RejectReason reason : RejectReason.values()) {
            sum += rejected(reason);
        }
        return sum;
    }

    long volume() {
        return volume.get();
    }

    /** The trade with the largest value, or null. */
    Trade largest() {
        return largest.get();
    }
}
