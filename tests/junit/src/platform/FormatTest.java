package platform;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

/** What a test uses of the library has long initialisers. */
class FormatTest {
    static String day(long millis) {
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd");
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        return format.format(new Date(millis));
    }

    @Test
    void holdsWithFormatsOfTheirOwn() throws InterruptedException {
        String[] days = new String[1];
        Thread thread = new Thread(() -> days[0] = day(0));
        thread.start();
        String later = day(86_400_000L);
        thread.join();
        assertEquals("1970-01-01", days[0]);
        assertEquals("1970-01-02", later);
    }
}
