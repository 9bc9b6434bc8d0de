import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a file of the host, in a second thread. */
public class Writes {
    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            try {
                Files.writeString(Path.of("output.txt"), "text");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        writer.start();
        writer.join();
    }
}
