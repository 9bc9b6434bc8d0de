//@ kind: exception
//@ options: --timeouts any
import java.time.Duration;
import java.time.Instant;

/** Some time, but not much, may pass as well. */
public class ElapsedBetween {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> x = 1);
        other.start();
        Instant start = Instant.now();
        int y = x;
        long passed = Duration.between(start, Instant.now()).toMillis();
        if (passed > 100 && passed < 1000) {
            throw new IllegalStateException("neither fast nor slow"); //~ exception
        }
        other.join();
    }
}
