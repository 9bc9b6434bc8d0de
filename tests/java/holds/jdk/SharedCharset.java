import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Charsets are immutable, and names are looked up in tables of the library. */
class SharedCharset {
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
        byte[] bytes = ("\u00e4" + n).getBytes(StandardCharsets.UTF_8);
        assert bytes.length == 3 && new String(bytes, Charset.forName("UTF-8")).length() == 2;
        assert "x".getBytes(StandardCharsets.UTF_16BE).length == 2;
    }
}
