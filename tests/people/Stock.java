import java.util.concurrent.*;
public class Stock {
    final ConcurrentHashMap<String, Integer> items = new ConcurrentHashMap<>();
    boolean take(String item) {
        if (items.containsKey(item)) {
            int left = items.get(item) - 1;
            if (left == 0) items.remove(item); else items.put(item, left);
            return true;
        }
        return false;
    }
    public static void main(String[] args) throws Exception {
        Stock stock = new Stock();
        stock.items.put("pear", 1);
        var a = CompletableFuture.supplyAsync(() -> stock.take("pear"));
        var b = CompletableFuture.supplyAsync(() -> stock.take("pear"));
        if (a.join() && b.join()) throw new IllegalStateException("sold twice");
    }
}
//@ says: caused by java.lang.NullPointerException at Stock.java:6
//@ says: calls Stock.items.containsKey()
//@ says: between two calls of Thread-0 that belong together
//@ says: such as putIfAbsent, computeIfPresent or merge
