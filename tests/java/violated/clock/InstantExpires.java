//@ kind: assertion
import java.time.Duration;
import java.time.Instant;

/** A deadline five minutes and a half away may be over before anybody looks again. */
public class InstantExpires {
    public static void main(String[] args) {
        Instant expiry = Instant.now().plus(Duration.ofMinutes(5)).plusMillis(30_500);
        assert Instant.now().isBefore(expiry); //~ assertion
    }
}
