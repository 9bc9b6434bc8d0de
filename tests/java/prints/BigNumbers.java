import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/** BigInteger and BigDecimal. */
public class BigNumbers {
    public static void main(String[] args) {
        BigInteger factorial = BigInteger.ONE;
        for (int i = 2; i <= 30; i++) {
            factorial = factorial.multiply(BigInteger.valueOf(i));
        }
        System.out.println(factorial + " " + factorial.bitLength() + " " + factorial.hashCode());
        BigInteger seven = new BigInteger("7");
        System.out.println(seven.pow(50) + " " + seven.modPow(new BigInteger("1000"), BigInteger.TEN) + " "
            + seven.modInverse(new BigInteger("31")) + " " + seven.gcd(new BigInteger("91")));
        System.out.println(factorial.divide(seven.pow(3)) + " " + factorial.negate().mod(new BigInteger("1000003")) + " "
            + factorial.shiftRight(70) + " " + factorial.getLowestSetBit());
        System.out.println(new BigInteger("-255").toString(16) + " " + new BigInteger("ff", 16).not() + " "
            + new BigInteger("12").xor(new BigInteger("10")) + " " + BigInteger.TWO.isProbablePrime(10) + " "
            + factorial.sqrt() + " " + factorial.longValue() + " " + BigInteger.valueOf(5).compareTo(BigInteger.TEN));
        try {
            factorial.intValueExact();
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        BigDecimal price = new BigDecimal("19.99");
        System.out.println(price.multiply(new BigDecimal("3")) + " " + price.add(new BigDecimal("0.010")) + " "
            + price.subtract(BigDecimal.TEN) + " " + price.negate().abs().scale() + " " + price.precision());
        System.out.println(BigDecimal.ONE.divide(new BigDecimal("3"), 10, RoundingMode.HALF_UP) + " "
            + new BigDecimal("10").divide(new BigDecimal("4")) + " " + new BigDecimal("1e5").toPlainString() + " "
            + new BigDecimal("1e5") + " " + new BigDecimal("100.00").stripTrailingZeros());
        try {
            BigDecimal.ONE.divide(new BigDecimal("3"));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        for (RoundingMode mode : RoundingMode.values()) {
            if (mode != RoundingMode.UNNECESSARY) {
                System.out.print(new BigDecimal("2.5").setScale(0, mode) + "/" + new BigDecimal("-1.1").setScale(0, mode) + " ");
            }
        }
        System.out.println();
        System.out.println(new BigDecimal("2.0").equals(new BigDecimal("2.00")) + " "
            + new BigDecimal("2.0").compareTo(new BigDecimal("2.00")) + " " + new BigDecimal(0.1).toString().length() + " "
            + BigDecimal.valueOf(0.1));
        System.out.println(new BigDecimal("2").sqrt(new MathContext(30)) + " "
            + new BigDecimal("123.456").round(new MathContext(4)) + " " + new BigDecimal("17").remainder(new BigDecimal("5")));
        System.out.println(new BigDecimal("1234.5678").movePointLeft(2) + " " + new BigDecimal("99.5").intValue() + " "
            + new BigDecimal("1E-3").doubleValue() + " " + new BigDecimal("-1.50").hashCode());
    }
}
