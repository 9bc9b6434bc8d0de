import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;

/** Dates, and numbers that are made of a clock's time in any way, show that a sleep is over. */
public class DatesAfterSleep {
    public static void main(String[] args) throws InterruptedException {
        LocalDateTime local = LocalDateTime.now();
        ZonedDateTime zoned = ZonedDateTime.now();
        double seconds = System.currentTimeMillis() / 1000.0 + 0.5;
        LocalDate day = LocalDate.now();
        Thread.sleep(100_000_000);
        assert LocalDateTime.now().isAfter(local);
        assert Duration.between(zoned, ZonedDateTime.now()).getSeconds() >= 100_000;
        assert System.currentTimeMillis() / 1000.0 >= seconds;
        assert LocalDate.now().isAfter(day);
    }
}
