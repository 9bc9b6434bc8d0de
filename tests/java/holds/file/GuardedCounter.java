import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Two threads count in a file, one after the other. */
public class GuardedCounter {
    static final Path FILE = Path.of("counter");

    static synchronized void increment() {
        try {
            int count = Integer.parseInt(Files.readString(FILE));
            Files.writeString(FILE, String.valueOf(count + 1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Files.writeString(FILE, "0");
        Thread other = new Thread(GuardedCounter::increment);
        other.start();
        increment();
        other.join();
        assert Files.readString(FILE).equals("2");
    }
}
