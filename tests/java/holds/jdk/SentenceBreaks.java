import java.text.BreakIterator;
import java.util.Locale;

/** Each thread finds sentences. */
class SentenceBreaks {
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
        BreakIterator iterator = BreakIterator.getSentenceInstance(Locale.US);
        iterator.setText("One. Two.");
        assert iterator.first() == 0 && iterator.next() == 5;
    }
}
