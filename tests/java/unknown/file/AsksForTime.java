import java.io.File;
import java.io.IOException;

/** Asks when a file was modified: files have no times. */
public class AsksForTime {
    public static void main(String[] args) throws IOException {
        File file = new File("data");
        file.createNewFile();
        assert file.lastModified() > 0;
    }
}
