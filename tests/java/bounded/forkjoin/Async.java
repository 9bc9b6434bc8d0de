import java.util.concurrent.CompletableFuture;

/** What follows a future happens when it is there. */
public class Async {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> half = CompletableFuture.supplyAsync(() -> 21);
        assert half.thenApply(it -> 2 * it).get() == 42;
    }
}
