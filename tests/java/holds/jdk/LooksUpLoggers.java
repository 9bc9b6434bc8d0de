import java.util.logging.Logger;

/** Each thread looks its logger up. */
class LooksUpLoggers {
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
        Logger logger = Logger.getLogger("logger." + n);
        assert logger.getName().endsWith("" + n) && logger.getParent() != null;
    }
}
