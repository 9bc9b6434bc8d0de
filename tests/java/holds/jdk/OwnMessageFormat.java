import java.text.MessageFormat;
import java.util.Locale;

/** Each thread has a MessageFormat of its own. */
class OwnMessageFormat {
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
        MessageFormat format = new MessageFormat("{0} of {1}", Locale.ROOT);
        assert format.format(new Object[] {"a" + n, "b"}).equals("a" + n + " of b");
    }
}
