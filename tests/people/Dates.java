import java.text.SimpleDateFormat;
import java.util.Date;

public class Dates {
    private static final SimpleDateFormat FORMAT = new SimpleDateFormat("yyyy-MM-dd");

    static String day(long millis) {
        return FORMAT.format(new Date(millis));
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> System.out.println(day(0)));
        other.start();
        System.out.println(day(86_400_000L));
        other.join();
    }
}
//@ says: data race on Dates.FORMAT, a SimpleDateFormat
//@ says: Dates.java:8
//@ says: DateTimeFormatter
