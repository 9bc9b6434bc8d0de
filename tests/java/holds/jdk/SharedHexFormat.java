import java.util.HexFormat;

/** A HexFormat is immutable. */
class SharedHexFormat {
    static final HexFormat hex = HexFormat.of().withUpperCase();

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
        assert hex.formatHex(new byte[] {(byte) (10 + n)}).equals(n == 1 ? "0B" : "0C");
    }
}
