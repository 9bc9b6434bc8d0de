import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** Instants with something added, ticking clocks and clocks that go ahead show that a sleep is over. */
public class InstantsAfterSleep {
    public static void main(String[] args) throws InterruptedException {
        Clock ticks = Clock.tickSeconds(ZoneOffset.UTC);
        Clock ahead = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(2));
        Instant deadline = Instant.now().plusSeconds(1).plusMillis(700);
        Instant tick = ticks.instant();
        Instant later = ahead.instant();
        Instant second = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Thread.sleep(3000);
        assert Instant.now().isAfter(deadline);
        assert ticks.instant().isAfter(tick);
        assert !Instant.now().isBefore(later);
        assert Duration.between(second, Instant.now()).getSeconds() >= 3;
    }
}
