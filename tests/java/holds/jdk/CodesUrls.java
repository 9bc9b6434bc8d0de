import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Encoding and decoding of URLs. */
class CodesUrls {
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
        String coded = URLEncoder.encode("a b&" + n, StandardCharsets.UTF_8);
        assert coded.equals("a+b%26" + n) && URLDecoder.decode(coded, StandardCharsets.UTF_8).equals("a b&" + n);
    }
}
