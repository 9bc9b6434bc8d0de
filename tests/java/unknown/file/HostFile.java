import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file is there on the host, but was not given to the program. */
public class HostFile {
    public static void main(String[] args) throws IOException {
        assert !Files.readString(Path.of("/etc/passwd")).isEmpty();
    }
}
