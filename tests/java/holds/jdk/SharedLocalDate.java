import java.time.DayOfWeek;
import java.time.LocalDate;

/** A LocalDate is immutable. */
class SharedLocalDate {
    static final LocalDate day = LocalDate.of(2024, 2, 29);

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
        assert day.getDayOfWeek() == DayOfWeek.THURSDAY && day.plusYears(n).getDayOfMonth() == 28;
    }
}
