import java.io.FileInputStream;
import java.io.IOException;

/** Reads a file of the host. */
public class Reads {
    public static void main(String[] args) throws IOException {
        try (FileInputStream input = new FileInputStream("input.txt")) {
            assert input.read() >= -1;
        }
    }
}
