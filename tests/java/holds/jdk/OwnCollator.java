import java.text.Collator;
import java.util.Locale;

/** Each thread has a collator of its own. */
class OwnCollator {
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
        Collator collator = Collator.getInstance(Locale.US);
        assert collator.compare("a", "b") < 0;
    }
}
