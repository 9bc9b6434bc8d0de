import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.ZoneOffset;
import java.time.DateTimeException;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

/** java.time, without asking what time it is. */
public class Times {
    public static void main(String[] args) {
        LocalDate date = LocalDate.of(2024, Month.FEBRUARY, 28);
        System.out.println(date + " " + date.plusDays(2) + " " + date.plusMonths(12) + " " + date.getDayOfWeek() + " "
            + date.isLeapYear() + " " + date.getDayOfYear() + " " + date.withDayOfMonth(1).minusDays(1));
        System.out.println(LocalDate.parse("1999-12-31").until(date) + " "
            + ChronoUnit.DAYS.between(LocalDate.of(2000, 1, 1), date) + " " + date.compareTo(LocalDate.of(2024, 3, 1)));
        LocalTime time = LocalTime.of(23, 59, 30);
        System.out.println(time.plusSeconds(45) + " " + time.toSecondOfDay() + " " + time.truncatedTo(ChronoUnit.HOURS) + " "
            + LocalTime.MIDNIGHT + " " + time.withNano(5_000_000));
        LocalDateTime both = date.atTime(time);
        System.out.println(both + " " + both.plusHours(1) + " " + both.toEpochSecond(ZoneOffset.UTC));
        System.out.println(both.format(DateTimeFormatter.ISO_LOCAL_DATE_TIME) + " "
            + both.format(DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss")) + " "
            + LocalDate.parse("03.04.2021", DateTimeFormatter.ofPattern("dd.MM.yyyy")));
        Duration duration = Duration.ofMinutes(135).plusMillis(250);
        System.out.println(duration + " " + duration.toHours() + " " + duration.toMinutesPart() + " " + duration.negated() + " "
            + Duration.between(LocalTime.NOON, time) + " " + Duration.parse("PT1H30M").getSeconds());
        System.out.println(Period.of(1, 14, 3).normalized() + " " + Period.between(LocalDate.of(2020, 2, 29), date) + " "
            + Period.parse("P2W"));
        Instant instant = Instant.ofEpochSecond(1_700_000_000L, 123_000_000);
        System.out.println(instant + " " + instant.plus(1, ChronoUnit.DAYS) + " " + instant.toEpochMilli() + " " + Instant.EPOCH);
        System.out.println(OffsetDateTime.ofInstant(instant, ZoneOffset.ofHours(2)) + " "
            + OffsetDateTime.parse("2020-01-01T00:00:00+05:30").toInstant());
        System.out.println(DayOfWeek.MONDAY.plus(8) + " " + Month.of(12).minus(13) + " " + Year.of(1900).isLeap() + " "
            + Month.FEBRUARY.length(true));
        System.out.println(TimeUnit.HOURS.toMillis(2) + " " + TimeUnit.MILLISECONDS.toSeconds(1999) + " "
            + TimeUnit.DAYS.convert(49, TimeUnit.HOURS));
        try {
            LocalDate.of(2023, 2, 29);
        } catch (DateTimeException e) {
            System.out.println(e.getMessage());
        }
        try {
            LocalDate.parse("2023-13-01");
        } catch (DateTimeException e) {
            System.out.println(e.getMessage());
        }
    }
}
