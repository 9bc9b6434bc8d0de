import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers without limits. */
public class MoreBigNumbers {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Throwable {
        BigInteger big = BigInteger.TWO.pow(100);
        p(big + " " + big.mod(BigInteger.valueOf(97)) + " " + big.bitLength() + " " + big.toString(16));
        p(new BigInteger("123456789012345678901234567890").multiply(big).sqrt() + " " + BigInteger.valueOf(17).modPow(BigInteger.TEN, BigInteger.valueOf(23)));
        p(BigInteger.valueOf(48).gcd(BigInteger.valueOf(36)) + " " + BigInteger.valueOf(97).isProbablePrime(10) + " " + BigInteger.ONE.negate().shiftRight(3));
        BigDecimal price = new BigDecimal("19.995");
        p(price.setScale(2, RoundingMode.HALF_EVEN) + " " + price.multiply(new BigDecimal("3")) + " " + price.stripTrailingZeros().scale());
        p(BigDecimal.ONE.divide(new BigDecimal(3), MathContext.DECIMAL32) + " " + new BigDecimal("1E+3").toPlainString() + " " + new BigDecimal("0.10").equals(new BigDecimal("0.1")));
    }
}
