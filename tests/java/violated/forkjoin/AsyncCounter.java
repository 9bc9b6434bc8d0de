//@ kind: race
//@ property: race
//@ options: --processors 3 --search preemption --preemptions 2
import java.util.concurrent.CompletableFuture;

/** Two tasks of the common pool count without a lock. */
public class AsyncCounter {
    static int count;

    public static void main(String[] args) throws Exception {
        CompletableFuture<Void> one = CompletableFuture.runAsync(() -> count++); //~ race
        CompletableFuture<Void> two = CompletableFuture.runAsync(() -> count++); //~ race
        CompletableFuture.allOf(one, two).get();
    }
}
