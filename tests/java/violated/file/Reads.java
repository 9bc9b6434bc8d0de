//@ kind: exception
import java.io.FileInputStream;
import java.io.IOException;

/** Reads a file that is not there: checked programs begin without files. */
public class Reads {
    public static void main(String[] args) throws IOException {
        try (FileInputStream input = new FileInputStream("input.txt")) { //~ exception
            assert input.read() >= -1;
        }
    }
}
