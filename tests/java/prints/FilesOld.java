import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.Properties;
import java.util.Scanner;

/** Files by way of java.io, in a directory of their own. */
public class FilesOld {
    static void p(Object it) {
        System.out.println(it);
    }

    public static void main(String[] args) throws Exception {
        File room = File.createTempFile("heddle", ".dir");
        p(room.delete() + " " + room.mkdir() + " " + room.mkdir() + " " + room.isDirectory());
        File file = new File(room, "a.txt");
        p(file.exists() + " " + file.length() + " " + file.delete() + " " + file.createNewFile() + " " + file.createNewFile());
        try (BufferedWriter writer = new BufferedWriter(new FileWriter(file))) {
            writer.write("first line");
            writer.newLine();
            writer.write("zweite Zeile \u00e4\u00f6\u00fc");
            writer.newLine();
        }
        p(file.length() + " " + file.isFile() + " " + file.canRead() + " " + file.canWrite());
        try (PrintWriter writer = new PrintWriter(new FileOutputStream(file, true))) {
            writer.printf("%d %s%n", 3, "three");
        }
        try (BufferedReader reader = new BufferedReader(new FileReader(file))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                p(line);
            }
        }
        try (Scanner scanner = new Scanner(file)) {
            int words = 0;
            while (scanner.hasNext()) {
                words++;
                scanner.next();
            }
            p(words);
        }
        try (FileInputStream input = new FileInputStream(file)) {
            p(input.read() + " " + input.available() + " " + input.skip(4) + " " + (char) input.read());
            byte[] rest = input.readAllBytes();
            p(rest.length + " " + input.read());
        }
        try (FileOutputStream output = new FileOutputStream(new File(room, "b.bin"))) {
            for (int i = 0; i < 10; i++) output.write(i);
            output.write(new byte[] {20, 21, 22, 23}, 1, 2);
        }
        try (RandomAccessFile random = new RandomAccessFile(new File(room, "b.bin"), "rw")) {
            p(random.length() + " " + random.getFilePointer());
            random.seek(5);
            p(random.readInt() + " " + random.getFilePointer());
            random.writeInt(-1);
            random.writeUTF("text");
            random.seek(20);
            random.writeByte(7);
            p(random.length());
            random.setLength(12);
            random.seek(0);
            byte[] all = new byte[(int) random.length()];
            random.readFully(all);
            p(Arrays.toString(all));
            FileChannel channel = random.getChannel();
            ByteBuffer buffer = ByteBuffer.allocate(4);
            p(channel.size() + " " + channel.read(buffer, 2) + " " + Arrays.toString(buffer.array()));
        }
        Properties properties = new Properties();
        properties.setProperty("key", "value");
        File stored = new File(room, "conf.properties");
        try (FileOutputStream output = new FileOutputStream(stored)) {
            properties.store(output, null);
        }
        Properties loaded = new Properties();
        try (FileInputStream input = new FileInputStream(stored)) {
            loaded.load(input);
        }
        p(loaded);
        String[] names = room.list();
        Arrays.sort(names);
        p(Arrays.toString(names));
        p(room.delete() + " " + file.renameTo(new File(room, "c.txt")) + " " + file.exists());
        p(new File(room, "c.txt").length() + " " + room.listFiles().length);
        try {
            new FileInputStream(file);
        } catch (FileNotFoundException e) {
            p(e.getMessage().replace(room.getPath(), "ROOM"));
        }
        try {
            new FileOutputStream(room);
        } catch (FileNotFoundException e) {
            p(e.getMessage().replace(room.getPath(), "ROOM"));
        }
        try {
            new File(new File(room, "none"), "x").createNewFile();
        } catch (IOException e) {
            p(e.getMessage());
        }
        p(new File("/a/./b/../c").getCanonicalPath());
        for (File each : room.listFiles()) {
            p(each.delete());
        }
        p(room.delete() + " " + room.exists());
    }
}
