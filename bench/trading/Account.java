package trading;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Money and shares of one owner. What backs an open order or an unsettled trade is reserved.
 * Guarded by {@link #lock}. Who needs several accounts at once locks them in the order of their
 * ids.
 */
final class Account implements Comparable<Account> {
    private final int id;
    private final String owner;
    private final ReentrantLock lock = new ReentrantLock();
    private final long[] shares;
    private final long[] reservedShares;
    private long cash;
    private long reservedCash;
    private int reservations;

    Account(int id, String owner, int instruments, long cash, long sharesEach) {
        this.id = id;
        this.owner = owner;
        this.cash = cash;
        this.shares = new long[instruments];
        this.reservedShares = new long[instruments];
        for (int index = 0; index < instruments; index++) {
            shares[index] = sharesEach;
        }
    }

    int id() {
        return id;
    }

    String owner() {
        return owner;
    }

    void lock() {
        lock.lock();
    }

    void unlock() {
        lock.unlock();
    }

    /** Sets aside what an order may cost. False, and nothing happens, if there is not enough. */
    boolean reserve(Side side, Instrument instrument, int quantity, long limit) {
        lock.lock();
        try {
            boolean done = side == Side.BUY
                ? reserveCash(quantity * (limit + FeeSchedule.PER_SHARE))
                : reserveShares(instrument.index(), quantity);
            if (done) {
                reservations++;
            }
            return done;
        } finally {
            lock.unlock();
        }
    }

    private boolean reserveCash(long amount) {
        if (cash < amount) {
            return false;
        }
        cash -= amount;
        reservedCash += amount;
        return true;
    }

    private boolean reserveShares(int instrument, int quantity) {
        if (shares[instrument] < quantity) {
            return false;
        }
        shares[instrument] -= quantity;
        reservedShares[instrument] += quantity;
        return true;
    }

    /** Gives back what was set aside for shares that will not be traded. */
    void release(Side side, Instrument instrument, int quantity, long limit) {
        if (quantity == 0) {
            return;
        }
        lock.lock();
        try {
            if (side == Side.BUY) {
                long amount = quantity * (limit + FeeSchedule.PER_SHARE);
                takeReservedCash(amount);
                cash += amount;
            } else {
                takeReservedShares(instrument.index(), quantity);
                shares[instrument.index()] += quantity;
            }
        } finally {
            lock.unlock();
        }
    }

    /** The buyer's half of a settlement: pays from the reservation, gets shares and change. */
    void buy(Trade trade) {
        requireLock();
        long paid = trade.notional() + FeeSchedule.of(trade.quantity());
        takeReservedCash(trade.reserved());
        cash += trade.reserved() - paid;
        shares[trade.instrument().index()] += trade.quantity();
    }

    /** The seller's half of a settlement: gives reserved shares, gets money less the fee. */
    void sell(Trade trade) {
        requireLock();
        takeReservedShares(trade.instrument().index(), trade.quantity());
        cash += trade.notional() - FeeSchedule.of(trade.quantity());
    }

    /** Takes in money that belongs to the owner, such as fees. */
    void credit(long amount) {
        requireLock();
        cash += amount;
    }

    private void takeReservedCash(long amount) {
        if (reservedCash < amount) {
            throw new IllegalStateException(owner + " has reserved " + reservedCash + ", not " + amount);
        }
        reservedCash -= amount;
    }

    private void takeReservedShares(int instrument, int quantity) {
        if (reservedShares[instrument] < quantity) {
            throw new IllegalStateException(owner + " has not reserved " + quantity + " shares");
        }
        reservedShares[instrument] -= quantity;
    }

    private void requireLock() {
        if (!lock.isHeldByCurrentThread()) {
            throw new IllegalStateException(owner + "'s account is not locked");
        }
    }

    /** All the money, reserved or not. */
    long totalCash() {
        lock.lock();
        try {
            return cash + reservedCash;
        } finally {
            lock.unlock();
        }
    }

    /** All shares of an instrument, reserved or not. */
    long totalShares(Instrument instrument) {
        lock.lock();
        try {
            return shares[instrument.index()] + reservedShares[instrument.index()];
        } finally {
            lock.unlock();
        }
    }

    /** Whether anything is still set aside. */
    boolean hasReservations() {
        lock.lock();
        try {
            if (reservedCash != 0) {
                return true;
            }
            for (long reserved : reservedShares) {
                if (reserved != 0) {
                    return true;
                }
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** How many reservations were ever made. */
    int reservations() {
        lock.lock();
        try {
            return reservations;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int compareTo(Account other) {
        return Integer.compare(id, other.id);
    }

    @Override
    public String toString() {
        return owner;
    }
}
