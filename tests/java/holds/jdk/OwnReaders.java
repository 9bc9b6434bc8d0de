import java.io.BufferedReader;
import java.io.StringReader;
import java.io.StringWriter;

/** Each thread has readers and writers of its own. */
class OwnReaders {
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
        BufferedReader reader = new BufferedReader(new StringReader("a\nb" + n));
        StringWriter writer = new StringWriter();
        writer.write(reader.readLine() + reader.readLine());
        assert writer.toString().equals("ab" + n);
    }
}
