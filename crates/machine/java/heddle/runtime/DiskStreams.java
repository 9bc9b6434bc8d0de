package heddle.runtime;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What stands for the natives of {@code java.io}: each method is named after the one it replaces. */
final class DiskStreams {
  private DiskStreams() {}

  // Bytes go through an array of their own, because the program's may be seen by other threads.

  private static int read(FileDescriptor descriptor) throws IOException {
    byte[] bytes = Disk.read0(Disk.of(descriptor), 1);
    return bytes.length == 0 ? -1 : bytes[0] & 0xff;
  }

  private static int read(FileDescriptor descriptor, byte[] target, int offset, int length)
      throws IOException {
    check(target, offset, length);
    Disk.Open open = Disk.of(descriptor);
    if (length == 0) return 0;
    byte[] bytes = Disk.read0(open, length);
    System.arraycopy(bytes, 0, target, offset, bytes.length);
    return bytes.length == 0 ? -1 : bytes.length;
  }

  private static void write(FileDescriptor descriptor, byte[] bytes) throws IOException {
    int number = Disk.number0(descriptor);
    if (number == 1 || number == 2) {
      Console.print0(number == 2, new String(bytes, StandardCharsets.UTF_8));
    } else if (bytes.length > 0) {
      Disk.write0(Disk.of(descriptor), bytes);
    }
  }

  private static void write(FileDescriptor descriptor, byte[] source, int offset, int length)
      throws IOException {
    check(source, offset, length);
    write(descriptor, Arrays.copyOfRange(source, offset, offset + length));
  }

  private static void check(byte[] bytes, int offset, int length) {
    if (offset < 0 || length < 0 || bytes.length - offset < length) {
      throw new IndexOutOfBoundsException();
    }
  }

  // FileInputStream

  static void openInput(FileInputStream stream, String name) throws IOException {
    Disk.open(stream.getFD(), name, Disk.READ);
  }

  static int readInput(FileInputStream stream) throws IOException {
    return read(stream.getFD());
  }

  static int readInputBytes(FileInputStream stream, byte[] target, int offset, int length)
      throws IOException {
    return read(stream.getFD(), target, offset, length);
  }

  static long inputLength(FileInputStream stream) throws IOException {
    return Disk.length0(Disk.of(stream.getFD()));
  }

  static long inputPosition(FileInputStream stream) throws IOException {
    return Disk.position0(Disk.of(stream.getFD()));
  }

  static long skipInput(FileInputStream stream, long count) throws IOException {
    Disk.Open open = Disk.of(stream.getFD());
    long position = Disk.position0(open);
    if (position + count < 0) throw new IOException("Invalid argument");
    Disk.seek0(open, position + count);
    return count;
  }

  static int inputAvailable(FileInputStream stream) throws IOException {
    return available(Disk.of(stream.getFD()));
  }

  static int available(Disk.Open open) {
    long left = Disk.length0(open) - Disk.position0(open);
    return left < 0 ? 0 : (int) left;
  }

  // FileOutputStream

  static void openOutput(FileOutputStream stream, String name, boolean append) throws IOException {
    int how = append ? Disk.APPEND : Disk.TRUNCATE;
    Disk.open(stream.getFD(), name, Disk.WRITE | Disk.CREATE | how);
  }

  static void writeOutput(FileOutputStream stream, int value, boolean append) throws IOException {
    write(stream.getFD(), new byte[] {(byte) value});
  }

  static void writeOutputBytes(
      FileOutputStream stream, byte[] source, int offset, int length, boolean append)
      throws IOException {
    write(stream.getFD(), source, offset, length);
  }

  // RandomAccessFile, whose mode 1 reads and 2 also writes

  static void openRandom(RandomAccessFile file, String name, int mode) throws IOException {
    int writing = Disk.READ | Disk.WRITE | Disk.CREATE;
    Disk.open(file.getFD(), name, (mode & 2) == 0 ? Disk.READ : writing);
  }

  static int readRandom(RandomAccessFile file) throws IOException {
    return read(file.getFD());
  }

  static int readRandomBytes(RandomAccessFile file, byte[] target, int offset, int length)
      throws IOException {
    return read(file.getFD(), target, offset, length);
  }

  static void writeRandom(RandomAccessFile file, int value) throws IOException {
    writeRandomBytes(file, new byte[] {(byte) value}, 0, 1);
  }

  static void writeRandomBytes(RandomAccessFile file, byte[] source, int offset, int length)
      throws IOException {
    Disk.Open open = Disk.of(file.getFD());
    if (!DiskChannel.has(open, Disk.WRITE)) throw new IOException("Bad file descriptor");
    write(file.getFD(), source, offset, length);
  }

  static long randomPosition(RandomAccessFile file) throws IOException {
    return Disk.position0(Disk.of(file.getFD()));
  }

  static void seekRandom(RandomAccessFile file, long position) throws IOException {
    if (position < 0) throw new IOException("Negative seek offset");
    Disk.seek0(Disk.of(file.getFD()), position);
  }

  static long randomLength(RandomAccessFile file) throws IOException {
    return Disk.length0(Disk.of(file.getFD()));
  }

  static void setRandomLength(RandomAccessFile file, long length) throws IOException {
    Disk.Open open = Disk.of(file.getFD());
    if (length < 0 || !DiskChannel.has(open, Disk.WRITE)) throw new IOException("Invalid argument");
    Disk.setLength0(open, length);
  }

  // FileDescriptor

  static void closeDescriptor(FileDescriptor descriptor) {
    Disk.attach0(descriptor, null);
  }

  // File, by way of java.io.UnixFileSystem

  private static final int BA_EXISTS = 1;
  private static final int BA_REGULAR = 2;
  private static final int BA_DIRECTORY = 4;
  private static final int BA_HIDDEN = 8;

  static int attributes(Object system, File file) {
    int hidden = file.getName().startsWith(".") ? BA_HIDDEN : 0;
    switch (isNothing(file.getPath()) ? 0 : Disk.kind(file.getPath())) {
      case Disk.FILE: return BA_EXISTS | BA_REGULAR | hidden;
      case Disk.DIRECTORY: return BA_EXISTS | BA_DIRECTORY | hidden;
      default: return hidden;
    }
  }

  /** The empty name is that of no file; since JDK 24 it is that of the working directory. */
  private static boolean isNothing(String name) {
    return name.isEmpty() && Integer.getInteger("java.specification.version", 17) < 24;
  }

  static boolean hasAttributes(Object system, File file, int wanted) {
    return (attributes(system, file) & wanted) == wanted;
  }

  static boolean checkAccess(Object system, File file, int access) {
    int mode = Disk.mode0(file.getPath());
    return mode >= 0 && (mode & access) == access;
  }

  static boolean setPermission(Object system, File file, int access, boolean on, boolean owner) {
    return Disk.change0(file.getPath(), access, on) == 0;
  }

  static boolean setReadOnly(Object system, File file) {
    return Disk.change0(file.getPath(), 2, false) == 0;
  }

  static long length(Object system, File file) {
    return Disk.sizeOf(Disk.stat0(file.getPath()));
  }

  static boolean createFile(Object system, String name) throws IOException {
    int status = create(name);
    if (status == 0 || status == Disk.EXISTS) return status == 0;
    throw new IOException(Disk.message(status));
  }

  static int create(String name) {
    return Disk.open0(new Disk.Open(), name, Disk.WRITE | Disk.CREATE | Disk.EXCLUSIVE);
  }

  static boolean delete(Object system, File file) {
    return Disk.delete0(file.getPath()) == 0;
  }

  static String[] list(Object system, File file) {
    return Disk.list0(file.getPath());
  }

  static boolean createDirectory(Object system, File file) {
    return Disk.make0(file.getPath()) == 0;
  }

  static boolean rename(Object system, File from, File to) {
    return Disk.move0(from.getPath(), to.getPath(), true) == 0;
  }

  static String canonicalize(Object system, String name) {
    return Disk.absolute0(name);
  }

  static long lastModified(Object system, File file) {
    Tests.unsupported0("when a file was last modified");
    return 0;
  }

  static boolean setLastModified(Object system, File file, long time) {
    return lastModified(system, file) == time;
  }

  static long space(Object system, File file, int what) {
    Tests.unsupported0("the space of a disk");
    return 0;
  }

  /** The first name that is free, where the JDK takes a random one. */
  static File createTemporary(String prefix, String suffix, File directory) throws IOException {
    if (prefix.length() < 3) {
      throw new IllegalArgumentException("Prefix string \"" + prefix + "\" too short: length must be at least 3");
    }
    String parent = directory == null ? System.getProperty("java.io.tmpdir") : directory.getPath();
    String end = suffix == null ? ".tmp" : suffix;
    for (int number = 1; ; number++) {
      File file = new File(parent, prefix + number + end);
      int status = create(file.getPath());
      if (status == 0) return file;
      if (status != Disk.EXISTS) throw new IOException(Disk.message(status));
    }
  }

  static void deleteOnExit(File file) {}
}
