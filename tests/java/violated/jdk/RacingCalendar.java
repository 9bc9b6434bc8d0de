//@ property: race
//@ kind: race
//@ says: RacingCalendar.calendar

import java.util.Calendar;
import java.util.GregorianCalendar;

/** A Calendar is not thread-safe. */
class RacingCalendar {
    static final Calendar calendar = new GregorianCalendar(2024, 1, 1);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            calendar.set(Calendar.YEAR, 2025); //~ race
        });
        other.start();
        calendar.get(Calendar.MONTH); //~ race
        other.join();
    }
}
