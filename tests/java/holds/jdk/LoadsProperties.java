import java.io.StringReader;
import java.util.Properties;

/** Each thread loads properties of its own. */
class LoadsProperties {
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
        Properties properties = new Properties();
        properties.load(new StringReader("a=" + n + "\nb: x\n# c\n"));
        assert properties.getProperty("a").equals("" + n) && properties.size() == 2;
    }
}
