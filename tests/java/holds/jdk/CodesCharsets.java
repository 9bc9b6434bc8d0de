
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Both threads encode in several charsets. */
class CodesCharsets {
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
        byte[] bytes = "gr\u00fc\u00df".getBytes(Charset.forName("ISO-8859-15"));
        assert bytes.length == 4;
        assert new String("x" + n).getBytes(StandardCharsets.UTF_16).length == 6;
    }
}
