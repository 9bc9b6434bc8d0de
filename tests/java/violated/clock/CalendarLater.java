//@ kind: exception
import java.util.Calendar;

/** A calendar is made by a look at the clock. */
public class CalendarLater {
    public static void main(String[] args) {
        Calendar made = Calendar.getInstance();
        if (System.currentTimeMillis() - made.getTimeInMillis() > 1000) {
            throw new IllegalStateException("late"); //~ exception
        }
    }
}
