import java.util.HashMap;
import java.util.Map;

/** A map that nobody changes after the threads have started needs no lock. */
public class ReadOnly {
    static final Map<String, Integer> PRICES = new HashMap<>();

    static void look() {
        assert PRICES.get("tea") + PRICES.get("cake") == 5;
    }

    public static void main(String[] args) {
        PRICES.put("tea", 2);
        PRICES.put("cake", 3);
        new Thread(ReadOnly::look).start();
        look();
    }
}
