package trading;

/** First, highest, lowest and last price of an instrument. Used by one thread at a time. */
final class Bar {
    private long first;
    private long high;
    private long low;
    private long last;
    private int updates;

    void add(long price) {
        if (price <= 0) {
            throw new IllegalArgumentException("no price: " + price);
        }
        if (updates == 0) {
            first = price;
            high = price;
            low = price;
        }
        high = Math.max(high, price);
        low = Math.min(low, price);
        last = price;
        updates++;
    }

    boolean isEmpty() {
        return updates == 0;
    }

    long first() {
        return first;
    }

    long last() {
        return last;
    }

    long range() {
        return high - low;
    }

    boolean consistent() {
        return isEmpty() || low <= first && first <= high && low <= last && last <= high;
    }
}
