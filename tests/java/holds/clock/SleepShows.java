//@ property: assertion,exception,deadlock,non-termination
import java.time.Duration;
import java.time.Instant;

/** Whatever is made of a clock's time by arithmetic shows that a sleep is over. */
public class SleepShows {
    public static void main(String[] args) throws InterruptedException {
        long millis = System.currentTimeMillis();
        long seconds = System.currentTimeMillis() / 1000;
        long micros = System.nanoTime() / 1000;
        Instant instant = Instant.now();
        Thread.sleep(1000);
        assert System.currentTimeMillis() - millis >= 1000;
        assert System.currentTimeMillis() / 1000 > seconds;
        assert System.nanoTime() / 1000 - micros >= 1_000_000;
        assert Duration.between(instant, Instant.now()).toMillis() >= 1000;
        assert instant.plusMillis(999).isBefore(Instant.now());
    }
}
