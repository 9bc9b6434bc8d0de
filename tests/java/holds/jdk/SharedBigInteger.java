import java.math.BigInteger;

/** A BigInteger keeps its hash code, bit length and lowest bit; it is immutable. */
class SharedBigInteger {
    static final BigInteger big = new BigInteger("123456789012345678901234567890");

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
        assert big.bitCount() > 0 && big.bitLength() == 97 && big.getLowestSetBit() == 1;
        assert big.multiply(BigInteger.valueOf(n)).signum() == 1;
    }
}
