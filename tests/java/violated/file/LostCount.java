//@ kind: assertion
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Two threads count in a file, and one count can get lost. */
public class LostCount {
    static final Path FILE = Path.of("counter");

    static void increment() {
        try {
            byte[] count = Files.readAllBytes(FILE);
            count[0]++;
            Files.write(FILE, count, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Files.write(FILE, new byte[] {0});
        Thread other = new Thread(LostCount::increment);
        other.start();
        increment();
        other.join();
        assert Files.readAllBytes(FILE)[0] == 2; //~ assertion
    }
}
