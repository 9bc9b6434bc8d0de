import java.io.File;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A configuration is replaced by renaming: readers see the old one or the new one, whole. */
public class AtomicMove {
    static void write(File file, String text) {
        try (FileWriter writer = new FileWriter(file)) {
            writer.write(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        File current = new File("config");
        write(current, "old");
        Thread updater = new Thread(() -> {
            File fresh = new File("config.new");
            write(fresh, "new");
            if (!fresh.renameTo(current)) {
                throw new IllegalStateException();
            }
        });
        updater.start();
        char[] text = new char[4];
        try (FileReader reader = new FileReader(current)) {
            int count = reader.read(text);
            String found = new String(text, 0, count);
            assert found.equals("old") || found.equals("new");
        }
        updater.join();
    }
}
