import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;

/** A clock that stands is immutable. */
class FixedClock {
    static final Clock clock = Clock.fixed(Instant.ofEpochSecond(5), ZoneOffset.UTC);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            try {
                use(1);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        use(2);
        other.join();
    }

    static void use(int n) throws Exception {
        assert clock.millis() == 5000 && clock.instant().plusSeconds(n).getEpochSecond() == 5 + n;
    }
}
