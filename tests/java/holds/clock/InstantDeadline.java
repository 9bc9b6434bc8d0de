import java.time.Instant;

/** The same with java.time, in seconds and nanoseconds. */
public class InstantDeadline {
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        Instant deadline = Instant.now().plusMillis(50);
        Thread worker = new Thread(() -> done = true);
        worker.start();
        while (!done && Instant.now().isBefore(deadline)) {
            Thread.sleep(10);
        }
        assert done || !Instant.now().isBefore(deadline);
        worker.join();
    }
}
