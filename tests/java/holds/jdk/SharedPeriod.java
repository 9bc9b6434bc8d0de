import java.time.LocalDate;
import java.time.Period;

/** A Period is immutable. */
class SharedPeriod {
    static final Period period = Period.of(1, 2, 3);

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
        assert LocalDate.of(2024, 1, n).plus(period).equals(LocalDate.of(2025, 3, n + 3));
    }
}
