import java.time.ZoneId;
import java.time.ZonedDateTime;

/** Two threads use time zones, whose initialisers are long: they run once, before there are threads. */
public class ZonedByTwo {
    static void use() {
        ZonedDateTime time = ZonedDateTime.of(2024, 1, 2, 3, 4, 5, 0, ZoneId.of("Europe/Berlin"));
        assert time.getHour() == 3;
        assert time.toString().equals("2024-01-02T03:04:05+01:00[Europe/Berlin]");
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(ZonedByTwo::use);
        other.start();
        use();
        other.join();
    }
}
