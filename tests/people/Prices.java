import java.util.concurrent.*;

public class Prices {
    private double total;
    private int count;

    void add(double price) {
        total += price;
        count++;
    }

    public static void main(String[] args) throws Exception {
        Prices prices = new Prices();
        CompletableFuture<Void> a = CompletableFuture.supplyAsync(() -> 10.0).thenAccept(prices::add);
        CompletableFuture<Void> b = CompletableFuture.supplyAsync(() -> 20.0).thenAccept(prices::add);
        CompletableFuture.allOf(a, b).join();
        assert prices.count == 2 : "average of " + prices.count;
        System.out.println(prices.total / prices.count);
    }
}
//@ says: data race on Prices.total
//@ says: Prices.java:8
//@ says: it holds no lock
