import java.util.concurrent.atomic.AtomicReference;

/** The latest immutable quote is handed over by an atomic reference. */
public class LatestQuote {
    static final class Quote {
        final int bid;
        final int ask;

        Quote(int bid, int ask) {
            this.bid = bid;
            this.ask = ask;
        }
    }

    private final AtomicReference<Quote> latest = new AtomicReference<>(new Quote(0, 0));

    void publish(int bid, int ask) {
        latest.set(new Quote(bid, ask));
    }

    int spread() {
        Quote quote = latest.get();
        return quote.ask - quote.bid;
    }

    public static void main(String[] args) {
        LatestQuote board = new LatestQuote();
        for (int i = 0; i < 4; i++) {
            int bid = i;
            new Thread(() -> board.publish(bid, bid + 2)).start();
            new Thread(() -> System.out.println(board.spread())).start();
        }
    }
}
