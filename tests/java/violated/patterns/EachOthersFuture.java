//@ kind: deadlock
import java.util.concurrent.CompletableFuture;

/** Each future is completed with the other one's value. */
public class EachOthersFuture {
    public static void main(String[] args) {
        CompletableFuture<Integer> one = new CompletableFuture<>();
        CompletableFuture<Integer> other = new CompletableFuture<>();
        new Thread(() -> one.complete(other.join()), "one").start(); //~ deadlock
        new Thread(() -> other.complete(one.join()), "other").start(); //~ deadlock
    }
}
