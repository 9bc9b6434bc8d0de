//@ kind: assertion
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Nobody waits for the future. */
public class AsyncNotAwaited {
    public static void main(String[] args) throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CompletableFuture<Void> future = CompletableFuture.runAsync(runs::incrementAndGet);
        assert runs.get() == 1; //~ assertion
        future.join();
    }
}
