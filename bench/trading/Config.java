package trading;

/**
 * What one run looks like. Small numbers give a small state space: {@code 1 1 1 0} has one thread
 * beside main.
 *
 * <pre>
 *   traders       threads that send orders
 *   orders        orders each of them sends
 *   instruments   how many books there are
 *   services      0: everything runs in the traders' threads and at the end in main
 *                 1: settlement has a thread
 *                 2: market data has one too
 *                 3: matching has one too (the default)
 * </pre>
 */
final class Config {
    static final int MAX_TRADERS = 64;
    static final int MAX_ORDERS = 500;
    static final int MAX_INSTRUMENTS = 32;
    static final int MAX_SERVICES = 3;

    private final int traders;
    private final int orders;
    private final int instruments;
    private final int services;

    Config(int traders, int orders, int instruments, int services) {
        this.traders = within("traders", traders, 1, MAX_TRADERS);
        this.orders = within("orders", orders, 0, MAX_ORDERS);
        this.instruments = within("instruments", instruments, 1, MAX_INSTRUMENTS);
        this.services = within("services", services, 0, MAX_SERVICES);
    }

    static Config parse(String[] args) {
        int[] values = {4, 25, 3, MAX_SERVICES};
        if (args.length > values.length) {
            throw new IllegalArgumentException("at most " + values.length + " arguments");
        }
        for (int index = 0; index < args.length; index++) {
            try {
                values[index] = Integer.parseInt(args[index]);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("not a number: " + args[index], e);
            }
        }
        return new Config(values[0], values[1], values[2], values[3]);
    }

    private static int within(String name, int value, int low, int high) {
        if (value < low || value > high) {
            throw new IllegalArgumentException(name + " must be " + low + " to " + high + ", not " + value);
        }
        return value;
    }

    int traders() {
        return traders;
    }

    int orders() {
        return orders;
    }

    int instruments() {
        return instruments;
    }

    boolean settlementThread() {
        return services >= 1;
    }

    boolean marketDataThread() {
        return services >= 2;
    }

    boolean matchingThread() {
        return services >= 3;
    }

    /** Room in the queues between threads; without a consumer thread a queue must take everything. */
    int queueCapacity(boolean hasConsumer) {
        return hasConsumer ? 4 : Integer.MAX_VALUE;
    }

    /** Requests that may be on their way through the exchange at one time. */
    int requestsInFlight() {
        return Math.max(1, traders / 2 + 1);
    }

    /** Enough money that no trader is ever refused for lack of it. */
    long startingCash(Catalog catalog) {
        long dearest = 0;
        for (Instrument instrument : catalog) {
            dearest = Math.max(dearest, instrument.priceAt(Instrument.BAND_TICKS));
        }
        return 2L * (orders + 1) * SizeLimit.LARGEST * (dearest + FeeSchedule.PER_SHARE);
    }

    /** Enough shares that no trader is ever refused for lack of them. */
    long startingShares() {
        return 2L * (orders + 1) * SizeLimit.LARGEST;
    }

    @Override
    public String toString() {
        return traders + " traders, " + orders + " orders each, " + instruments + " instruments, services " + services;
    }
}
