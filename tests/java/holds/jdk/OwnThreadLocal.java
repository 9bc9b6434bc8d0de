import java.text.SimpleDateFormat;
import java.util.Locale;

/** A format for each thread, by a ThreadLocal. */
class OwnThreadLocal {
    static final ThreadLocal<SimpleDateFormat> format = ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy", Locale.ROOT));

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
        assert format.get().toPattern().equals("yyyy") && format.get() == format.get();
    }
}
