import java.util.Calendar;
import java.util.GregorianCalendar;

/** Each thread has a Calendar of its own. */
class OwnCalendar {
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
        Calendar calendar = new GregorianCalendar(2024, Calendar.FEBRUARY, 28 + n);
        assert calendar.get(Calendar.MONTH) == (n == 1 ? Calendar.FEBRUARY : Calendar.MARCH);
    }
}
