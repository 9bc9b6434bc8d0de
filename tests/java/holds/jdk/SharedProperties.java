import java.util.Properties;

/** Properties are thread-safe. */
class SharedProperties {
    static final Properties properties = new Properties();

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
        properties.setProperty("k" + n, "v");
        assert properties.getProperty("k" + n).equals("v");
    }
}
