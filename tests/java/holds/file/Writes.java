import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a file in a second thread, and reads it in the first. */
public class Writes {
    public static void main(String[] args) throws InterruptedException, IOException {
        Thread writer = new Thread(() -> {
            try {
                Files.writeString(Path.of("output.txt"), "text");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        writer.start();
        writer.join();
        assert Files.readString(Path.of("output.txt")).equals("text");
    }
}
