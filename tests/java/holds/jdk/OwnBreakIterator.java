import java.text.BreakIterator;
import java.util.Locale;

/** Each thread looks for the words of a text. */
class OwnBreakIterator {
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
        BreakIterator words = BreakIterator.getWordInstance(Locale.ROOT);
        words.setText("one two");
        assert words.next() == 3;
    }
}
