//@ kind: exception
import java.util.HashMap;
import java.util.Map;

/** Nobody may have put the value there yet. */
public class NoSuchValue {
    private final Map<String, Integer> stock = new HashMap<>();

    synchronized void put() {
        stock.put("pen", 1);
    }

    synchronized int take() {
        return stock.get("pen");
    }

    public static void main(String[] args) {
        NoSuchValue stock = new NoSuchValue();
        for (int i = 0; i < 2; i++) {
            new Thread(stock::put).start();
            new Thread(stock::take).start();
        }
    }
}
