import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Files by way of java.nio.file, in a directory of their own. */
public class FilesNew {
    static Path room;

    static void p(Object it) {
        System.out.println(String.valueOf(it).replace(room.toString(), "ROOM"));
    }

    interface Action {
        void run() throws IOException;
    }

    static void fails(Action action) {
        try {
            action.run();
            p("went well");
        } catch (IOException e) {
            p(e);
        }
    }

    public static void main(String[] args) throws Exception {
        room = Files.createTempDirectory("heddle");
        Path a = room.resolve("a.txt");
        p(Files.exists(a) + " " + Files.notExists(a) + " " + Files.isDirectory(room) + " " + Files.isRegularFile(room));
        Files.writeString(a, "one\ntwo\nthree\n");
        p(Files.size(a) + " " + Files.readString(a).length() + " " + Files.readAllLines(a));
        Files.write(a, List.of("four", "five"), StandardOpenOption.APPEND);
        try (Stream<String> lines = Files.lines(a)) {
            p(lines.filter(it -> it.contains("o")).collect(Collectors.joining(",")));
        }
        Files.write(a, new byte[] {65, 66, 67});
        p(new String(Files.readAllBytes(a)));
        try (BufferedWriter writer = Files.newBufferedWriter(room.resolve("b.txt"))) {
            writer.write("x\ny\n");
        }
        try (BufferedReader reader = Files.newBufferedReader(room.resolve("b.txt"))) {
            p(reader.lines().collect(Collectors.toList()));
        }
        try (OutputStream output = Files.newOutputStream(room.resolve("c.bin"), StandardOpenOption.CREATE_NEW)) {
            output.write(new byte[300]);
            output.write(5);
        }
        try (InputStream input = Files.newInputStream(room.resolve("c.bin"))) {
            p(input.skip(300) + " " + input.read() + " " + input.read());
        }
        fails(() -> Files.newOutputStream(room.resolve("c.bin"), StandardOpenOption.CREATE_NEW));
        fails(() -> Files.readString(room.resolve("none")));
        fails(() -> Files.delete(room));
        fails(() -> Files.delete(room.resolve("none")));
        fails(() -> Files.createDirectory(room));
        fails(() -> Files.copy(a, room.resolve("b.txt")));
        fails(() -> Files.list(a));
        p(Files.deleteIfExists(room.resolve("none")));
        Files.createDirectories(room.resolve("d/e/f"));
        Files.copy(a, room.resolve("d/e/a.txt"));
        Files.copy(a, room.resolve("b.txt"), StandardCopyOption.REPLACE_EXISTING);
        Files.move(a, room.resolve("d/moved.txt"));
        p(Files.exists(a) + " " + Files.readString(room.resolve("b.txt")));
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(room, "*.{txt,bin}")) {
            entries.forEach(it -> names.add(it.getFileName().toString()));
        }
        Collections.sort(names);
        p(names);
        try (Stream<Path> walk = Files.walk(room)) {
            p(walk.map(it -> room.relativize(it).toString()).sorted().collect(Collectors.toList()));
        }
        try (SeekableByteChannel channel = Files.newByteChannel(room.resolve("b.txt"), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.position(1);
            channel.write(ByteBuffer.wrap("ZZZ".getBytes()));
            p(channel.size() + " " + channel.position());
            channel.truncate(2);
            p(channel.size() + " " + channel.position());
        }
        try (FileChannel channel = FileChannel.open(room.resolve("b.txt"))) {
            ByteBuffer buffer = ByteBuffer.allocate(10);
            p(channel.read(buffer) + " " + channel.read(buffer) + " " + buffer.position());
        }
        BasicFileAttributes attributes = Files.readAttributes(room.resolve("c.bin"), BasicFileAttributes.class);
        p(attributes.size() + " " + attributes.isRegularFile() + " " + attributes.isDirectory());
        p(Files.isReadable(a) + " " + Files.isReadable(room.resolve("c.bin")) + " " + Files.isSameFile(room, room.resolve("d/..")));
        p(room.resolve("d/../c.bin").toRealPath().getFileName());
        Path temporary = Files.createTempFile(room, "pre", ".suf");
        p(temporary.getFileName().toString().startsWith("pre") + " " + Files.size(temporary));
        Files.walkFileTree(room, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
        p(Files.exists(room));
    }
}
