//@ property: assertion
//@ kind: assertion

import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.TimeZone;

/**
 * Who asks for the default time zone for the first time finds it out and keeps it, over what another
 * thread has set meanwhile: so it is in the JDK.
 */
class ForgetsDefaultZone {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
        });
        other.start();
        int before = offset();
        assert before == 0 || before == 9 * 3_600_000 : before;
        other.join();
        assert offset() == 9 * 3_600_000 : offset(); //~ assertion
    }

    static int offset() {
        return new GregorianCalendar().get(Calendar.ZONE_OFFSET);
    }
}
