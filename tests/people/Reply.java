import java.util.concurrent.*;
public class Reply {
    static volatile int level;
    public static void main(String[] args) throws Exception {
        CompletableFuture<String> reply = new CompletableFuture<>();
        Thread worker = new Thread(() -> {
            if (level > 0) reply.complete("ok");
        }, "worker");
        worker.start();
        level = 1;
        System.out.println(reply.get());
    }
}
//@ says: main waits in reply.get(), and nobody will wake it
//@ says: reads Reply.level: 0
//@ says: completeExceptionally
