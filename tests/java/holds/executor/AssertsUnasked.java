import java.util.concurrent.CompletableFuture;

/** An assertion fails in a task, and nobody asks for the result: a warning. */
public class AssertsUnasked {
    static volatile int x;

    public static void main(String[] args) {
        CompletableFuture.runAsync(() -> {
            assert x == 0;
        });
        x = 1;
    }
}
