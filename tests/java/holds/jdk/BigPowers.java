import java.math.BigInteger;

/** Powers and remainders of a shared number. */
class BigPowers {
    static final BigInteger prime = BigInteger.valueOf(1_000_003);

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
        assert BigInteger.valueOf(n + 1).modPow(prime.subtract(BigInteger.ONE), prime).equals(BigInteger.ONE);
    }
}
