
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/** Each thread takes roots of decimals. */
class SquareRoots {
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
        BigDecimal root = new BigDecimal(n * n).sqrt(MathContext.DECIMAL64);
        assert root.compareTo(new BigDecimal(n)) == 0;
        assert BigInteger.valueOf(n).pow(20).sqrt().equals(BigInteger.valueOf(n).pow(10));
    }
}
