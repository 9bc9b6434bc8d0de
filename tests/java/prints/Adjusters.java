import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;

/** Adjusted dates. */
public class Adjusters {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        LocalDate date = LocalDate.of(2023, 11, 15);
        p(date.with(TemporalAdjusters.firstDayOfNextMonth()) + " " + date.with(TemporalAdjusters.next(DayOfWeek.MONDAY)));
        p(date.with(TemporalAdjusters.lastInMonth(DayOfWeek.FRIDAY)) + " " + date.getDayOfYear() + " " + Year.of(1900).isLeap());
        p(OffsetDateTime.of(2023, 1, 1, 0, 0, 0, 0, ZoneOffset.ofHours(2)).toInstant() + " " + ZoneOffset.ofHoursMinutes(-3, -30));
        p(date.atStartOfDay().compareTo(date.atTime(0, 0, 1)) + " " + LocalTime.of(23, 0).plusHours(3) + " " + DayOfWeek.SUNDAY.plus(1));
    }
}
