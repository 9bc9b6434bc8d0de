import java.util.concurrent.*;
public class Answer {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<Integer> f = pool.submit(() -> 42);
        System.out.println(f.get());
    }
}
//@ says: pool-1-thread-1 waits for tasks, and nobody has shut its pool down
//@ says: calls ExecutorService.submit()
//@ says: shutdown() in a finally block
