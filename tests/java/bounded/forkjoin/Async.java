import java.util.concurrent.CompletableFuture;

/** Two futures are combined when both are there. */
public class Async {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> 20);
        CompletableFuture<Integer> other = CompletableFuture.supplyAsync(() -> 22);
        assert one.thenCombine(other, Integer::sum).get() == 42;
    }
}
