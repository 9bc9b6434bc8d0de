import java.util.concurrent.CompletableFuture;

/** Two values that are made elsewhere are added when both are there. */
public class AsyncCombined {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> left = CompletableFuture.supplyAsync(() -> 20);
        CompletableFuture<Integer> right = CompletableFuture.supplyAsync(() -> 22);
        assert left.thenCombine(right, Integer::sum).get() == 42;
    }
}
