import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file is read only with an argument that is not given. */
public class NoFile {
    public static void main(String[] args) throws IOException {
        if (args.length > 0) {
            try (FileInputStream input = new FileInputStream(args[0])) {
                assert input.read() >= -1;
            }
            Files.writeString(Path.of("output.txt"), "text");
        }
    }
}
