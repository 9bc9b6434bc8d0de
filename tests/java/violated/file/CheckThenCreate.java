//@ kind: exception
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Both threads can find that the directory is missing, and then one makes it first. */
public class CheckThenCreate {
    static void prepare() {
        Path directory = Path.of("cache");
        if (!Files.exists(directory)) {
            try {
                Files.createDirectory(directory); //~ exception
            } catch (IOException e) {
                throw new UncheckedIOException(e); //~ exception
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(CheckThenCreate::prepare);
        other.start();
        prepare();
        other.join();
        assert new File("cache").isDirectory();
    }
}
