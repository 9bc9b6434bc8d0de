import java.util.HashMap;
import java.util.Map;

/** Stock by product, in a map under the monitor of its owner. */
public class Inventory {
    private final Map<String, Integer> stock = new HashMap<>();

    synchronized void add(String product, int amount) {
        Integer before = stock.get(product);
        stock.put(product, before == null ? amount : before + amount);
    }

    synchronized boolean remove(String product, int amount) {
        int there = stock.getOrDefault(product, 0);
        if (there < amount) {
            return false;
        }
        stock.put(product, there - amount);
        return true;
    }

    public static void main(String[] args) {
        Inventory inventory = new Inventory();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> inventory.add("pen", 2)).start();
            new Thread(() -> inventory.remove("pen", 1)).start();
        }
    }
}
