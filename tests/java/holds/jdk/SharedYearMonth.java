import java.time.Year;
import java.time.YearMonth;

/** Years and months are immutable. */
class SharedYearMonth {
    static final YearMonth month = YearMonth.of(2024, 2);

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
        assert month.lengthOfMonth() == 29 && Year.isLeap(2024) && month.plusMonths(n).getYear() == 2024;
    }
}
