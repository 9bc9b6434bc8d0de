//@ kind: assertion
import java.io.File;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A configuration is written over: a reader can find it empty. */
public class TornConfig {
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
        Thread updater = new Thread(() -> write(current, "new"));
        updater.start();
        try (FileReader reader = new FileReader(current)) {
            assert reader.read() >= 0; //~ assertion
        }
        updater.join();
    }
}
