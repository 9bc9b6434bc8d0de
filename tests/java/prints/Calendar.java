import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.Period;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** Dates and times without a clock. */
public class Calendar {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        LocalDate date = LocalDate.of(2024, 2, 28);
        p(date.plusDays(2) + " " + date.isLeapYear() + " " + date.getDayOfWeek() + " " + date.withMonth(12).lengthOfMonth());
        p(Period.between(date, LocalDate.of(2025, 4, 1)) + " " + ChronoUnit.DAYS.between(date, LocalDate.of(2025, 1, 1)));
        LocalDateTime time = LocalDateTime.of(2024, Month.MARCH, 31, 1, 59, 30);
        p(time.plusMinutes(2) + " " + time.toLocalTime().isBefore(LocalTime.NOON) + " " + time.truncatedTo(ChronoUnit.HOURS));
        p(Duration.ofSeconds(3725).plusMillis(5) + " " + Duration.ofHours(49).toDaysPart() + " " + Duration.parse("PT1H30M").toMinutes());
        p(LocalDate.parse("2024-05-06").format(DateTimeFormatter.ISO_DATE) + " " + Instant.ofEpochSecond(86400) + " " + YearMonth.of(2023, 2).atEndOfMonth());
        try {
            LocalDate.of(2023, 2, 29);
        } catch (DateTimeException e) {
            p(e.getMessage());
        }
    }
}
