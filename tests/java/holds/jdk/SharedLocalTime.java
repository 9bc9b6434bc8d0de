import java.time.LocalTime;
import java.time.temporal.ChronoUnit;

/** A LocalTime is immutable. */
class SharedLocalTime {
    static final LocalTime noon = LocalTime.NOON;

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
        assert noon.plus(n, ChronoUnit.HOURS).getHour() == 12 + n && noon.toString().equals("12:00");
    }
}
