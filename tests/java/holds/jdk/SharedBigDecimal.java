import java.math.BigDecimal;

/** A BigDecimal keeps its text when it is first asked for; it is immutable. */
class SharedBigDecimal {
    static final BigDecimal price = new BigDecimal("12.50");

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
        assert price.toString().equals("12.50");
        assert price.add(BigDecimal.valueOf(n)).scale() == 2;
    }
}
