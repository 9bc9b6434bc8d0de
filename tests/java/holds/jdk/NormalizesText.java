import java.text.Normalizer;

/** Normalisation of text. */
class NormalizesText {
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
        assert Normalizer.normalize("e\u0301", Normalizer.Form.NFC).equals("\u00e9");
    }
}
