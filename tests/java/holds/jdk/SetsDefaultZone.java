import java.time.ZoneId;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.TimeZone;

/** Calendars follow the default time zone, when a thread changes it after it was asked for. */
class SetsDefaultZone {
    public static void main(String[] args) throws Exception {
        offset();
        Thread other = new Thread(() -> {
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
            assert offset() == 9 * 3_600_000 : offset();
        });
        other.start();
        int before = offset();
        assert before == 0 || before == 9 * 3_600_000 : before;
        other.join();
        assert offset() == 9 * 3_600_000 : offset();
        assert ZoneId.systemDefault().getId().equals("Asia/Tokyo");
    }

    static int offset() {
        return new GregorianCalendar().get(Calendar.ZONE_OFFSET);
    }
}
