import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;

/** Adjusters of shared dates. */
class AdjustsDates {
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
        assert day.with(TemporalAdjusters.next(DayOfWeek.MONDAY)).getDayOfMonth() == 4;
        assert day.with(TemporalAdjusters.firstDayOfMonth()).getDayOfMonth() == 1;
    }
}
