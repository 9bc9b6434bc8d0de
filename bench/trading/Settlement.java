package trading;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Moves money and shares after a trade. Trades come through a queue, filled by the thread that
 * made the trade and emptied by the settlement thread or, without one, by main at the end.
 */
final class Settlement implements EventListener, Runnable {
    private final BoundedQueue<Trade> trades;
    private final Account fees;
    private final EventBus bus;
    private final AtomicInteger settled = new AtomicInteger();

    Settlement(int capacity, Account fees, EventBus bus) {
        this.trades = new BoundedQueue<>(capacity);
        this.fees = fees;
        this.bus = bus;
    }

    @Override
    public void on(Event event) {
        if (event instanceof TradeExecuted executed) {
            try {
                trades.put(executed.trade());
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts a trading thread", e);
            }
        }
    }

    @Override
    public void run() {
        try {
            Trade trade = trades.take();
            while (trade != null) {
                settle(trade);
                trade = trades.take();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts settlement", e);
        }
    }

    /** Settles what has come so far, in the calling thread. */
    void drain() {
        for (Trade trade : trades.drain()) {
            settle(trade);
        }
    }

    private void settle(Trade trade) {
        Account[] accounts = {trade.buyer(), trade.seller(), fees};
        Arrays.sort(accounts);
        lockAll(accounts);
        try {
            trade.buyer().buy(trade);
            trade.seller().sell(trade);
            fees.credit(2 * FeeSchedule.of(trade.quantity()));
        } finally {
            unlockAll(accounts);
        }
        settled.incrementAndGet();
        bus.publish(new TradeSettled(trade));
    }

    /** In the order of ids, so that two settlements never wait for each other. */
    private static void lockAll(Account[] accounts) {
        for (Account account : accounts) {
            account.lock();
        }
    }

    private static void unlockAll(Account[] accounts) {
        for (int index = accounts.length - 1; index >= 0; index--) {
            accounts[index].unlock();
        }
    }

    /** No more trades will come. */
    void close() {
        trades.close();
    }

    int settled() {
        return settled.get();
    }

    boolean isIdle() {
        return trades.isEmpty();
    }
}
