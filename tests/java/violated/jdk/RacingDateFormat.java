//@ property: race
//@ kind: race
//@ says: RacingDateFormat.format

import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;

/** A SimpleDateFormat is not thread-safe. */
class RacingDateFormat {
    static final SimpleDateFormat format = new SimpleDateFormat("yyyy", Locale.ROOT);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            format.format(new Date(1)); //~ race
        });
        other.start();
        format.format(new Date(2)); //~ race
        other.join();
    }
}
