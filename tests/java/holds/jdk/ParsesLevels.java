import java.util.logging.Level;

/** Levels are kept in a table of the library. */
class ParsesLevels {
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
        assert Level.parse("FINE").intValue() == 500 && Level.parse("WARNING") == Level.WARNING;
    }
}
