import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** A MathContext is immutable. */
class SharedMathContext {
    static final MathContext context = new MathContext(3, RoundingMode.HALF_UP);

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
        assert new BigDecimal("3.14159").round(context).equals(new BigDecimal("3.14"));
    }
}
