import java.io.IOException;
import java.io.RandomAccessFile;

/** Locks a file, which only other processes would notice. */
public class LocksFile {
    public static void main(String[] args) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile("data", "rw")) {
            file.getChannel().lock();
        }
    }
}
