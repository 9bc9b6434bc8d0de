package heddle.runtime;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.NotLinkException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;

/** What stands for the JDK's provider of {@code java.nio.file}: the paths are the JDK's own. */
final class DiskPaths {
  private DiskPaths() {}

  private static IOException failure(int status, Path path) {
    return failure(status, path, null);
  }

  private static IOException failure(int status, Path path, Path other) {
    String name = path.toString();
    String second = other == null ? null : other.toString();
    switch (status) {
      case Disk.MISSING: return new NoSuchFileException(name, second, null);
      case Disk.EXISTS: return new FileAlreadyExistsException(other == null ? name : second);
      case Disk.DENIED: return new AccessDeniedException(name, second, null);
      case Disk.NOT_EMPTY: return new DirectoryNotEmptyException(other == null ? name : second);
      default: return new FileSystemException(name, second, Disk.message(status));
    }
  }

  private static void noAttributes(FileAttribute<?>[] attributes) {
    if (attributes.length > 0) Tests.unsupported0("making a file with attributes");
  }

  // Channels

  static FileChannel newFileChannel(
      Object provider, Path path, Set<? extends OpenOption> options, FileAttribute<?>[] attributes)
      throws IOException {
    return open(path, options, attributes, true);
  }

  /** Not interruptible, because the JDK makes those of its own streams so. */
  static SeekableByteChannel newByteChannel(
      Object provider, Path path, Set<? extends OpenOption> options, FileAttribute<?>[] attributes)
      throws IOException {
    return open(path, options, attributes, false);
  }

  private static FileChannel open(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>[] attributes, boolean interruptible)
      throws IOException {
    noAttributes(attributes);
    int flags = 0;
    boolean deletes = false;
    for (OpenOption option : options) {
      if (option == null) throw new NullPointerException();
      if (option == LinkOption.NOFOLLOW_LINKS) continue;
      if (!(option instanceof StandardOpenOption)) {
        throw new UnsupportedOperationException(option + " not supported");
      }
      switch ((StandardOpenOption) option) {
        case READ: flags |= Disk.READ; break;
        case WRITE: flags |= Disk.WRITE; break;
        case APPEND: flags |= Disk.WRITE | Disk.APPEND; break;
        case TRUNCATE_EXISTING: flags |= Disk.TRUNCATE; break;
        case CREATE: flags |= Disk.CREATE; break;
        case CREATE_NEW: flags |= Disk.CREATE | Disk.EXCLUSIVE; break;
        case DELETE_ON_CLOSE: deletes = true; break;
        default: break;
      }
    }
    if ((flags & (Disk.READ | Disk.WRITE)) == 0) flags |= Disk.READ;
    if ((flags & Disk.READ) != 0 && (flags & Disk.APPEND) != 0) {
      throw new IllegalArgumentException("READ + APPEND not allowed");
    }
    if ((flags & Disk.APPEND) != 0 && (flags & Disk.TRUNCATE) != 0) {
      throw new IllegalArgumentException("APPEND + TRUNCATE_EXISTING not allowed");
    }
    if ((flags & Disk.WRITE) == 0) flags &= ~(Disk.CREATE | Disk.EXCLUSIVE | Disk.TRUNCATE);
    Disk.Open open = new Disk.Open();
    String name = path.toString();
    int status = Disk.open0(open, name, flags);
    // The system opens a directory and complains when it is read.
    if (status == Disk.IS_DIRECTORY && (flags & Disk.WRITE) == 0) throw new IOException(Disk.message(status));
    if (status != 0) throw failure(status, path);
    Closeable parent = deletes ? () -> Disk.delete0(name) : null;
    return new DiskChannel(open, flags, interruptible, parent);
  }

  static Object newAsynchronousFileChannel(
      Object provider, Path path, Set<? extends OpenOption> options, Object executor, FileAttribute<?>[] attributes) {
    Tests.unsupported0("an asynchronous channel of a file");
    return null;
  }

  // Names

  static boolean delete(Object provider, Path path, boolean must) throws IOException {
    int status = Disk.delete0(path.toString());
    if (status == Disk.MISSING && !must) return false;
    if (status != 0) throw failure(status, path);
    return true;
  }

  static void createDirectory(Object provider, Path path, FileAttribute<?>[] attributes)
      throws IOException {
    noAttributes(attributes);
    int status = Disk.make0(path.toString());
    if (status != 0) throw failure(status, path);
  }

  static void copy(Object provider, Path from, Path to, CopyOption[] options) throws IOException {
    boolean replace = false;
    for (CopyOption option : options) {
      if (option == null) throw new NullPointerException();
      if (option == StandardCopyOption.REPLACE_EXISTING) replace = true;
      else if (option == StandardCopyOption.ATOMIC_MOVE) {
        throw new UnsupportedOperationException("Unsupported option: " + option);
      }
    }
    String source = from.toString();
    String target = to.toString();
    int kind = Disk.kind(source);
    if (kind == 0) throw failure(Disk.MISSING, from);
    if (Disk.absolute0(source).equals(Disk.absolute0(target))) return;
    if (Disk.kind(target) != 0) {
      if (!replace) throw failure(Disk.EXISTS, to);
      int status = Disk.delete0(target);
      if (status != 0 && status != Disk.MISSING) throw failure(status, to);
    }
    if (kind == Disk.DIRECTORY) {
      createDirectory(provider, to, new FileAttribute<?>[0]);
      return;
    }
    Disk.Open reading = new Disk.Open();
    int status = Disk.open0(reading, source, Disk.READ);
    if (status != 0) throw failure(status, from);
    Disk.Open writing = new Disk.Open();
    status = Disk.open0(writing, target, Disk.WRITE | Disk.CREATE | Disk.EXCLUSIVE);
    if (status != 0) throw failure(status, to);
    byte[] bytes = Disk.read0(reading, Integer.MAX_VALUE);
    if (bytes.length > 0) Disk.write0(writing, bytes);
  }

  static void move(Object provider, Path from, Path to, CopyOption[] options) throws IOException {
    boolean replace = false;
    for (CopyOption option : options) {
      if (option == null) throw new NullPointerException();
      if (option == StandardCopyOption.COPY_ATTRIBUTES) {
        throw new UnsupportedOperationException("Unsupported option: " + option);
      }
      replace |= option == StandardCopyOption.REPLACE_EXISTING || option == StandardCopyOption.ATOMIC_MOVE;
    }
    int status = Disk.move0(from.toString(), to.toString(), replace);
    if (status != 0) throw failure(status, from, to);
  }

  static void checkAccess(Object provider, Path path, AccessMode[] modes) throws IOException {
    int mode = Disk.mode0(path.toString());
    if (mode < 0) throw failure(Disk.MISSING, path);
    for (AccessMode wanted : modes) {
      int bit = wanted == AccessMode.READ ? 4 : wanted == AccessMode.WRITE ? 2 : 1;
      if ((mode & bit) == 0) throw failure(Disk.DENIED, path);
    }
  }

  private static boolean permits(Path path, int bit) {
    int mode = Disk.mode0(path.toString());
    return mode >= 0 && (mode & bit) != 0;
  }

  static boolean isReadable(Object provider, Path path) { return permits(path, 4); }

  static boolean isWritable(Object provider, Path path) { return permits(path, 2); }

  static boolean isExecutable(Object provider, Path path) { return permits(path, 1); }

  static boolean exists(Object provider, Path path) { return Disk.kind(path.toString()) != 0; }

  static boolean existsWith(Object provider, Path path, LinkOption[] options) { return exists(provider, path); }

  static boolean isDirectory(Object provider, Path path) { return Disk.kind(path.toString()) == Disk.DIRECTORY; }

  static boolean isRegularFile(Object provider, Path path) { return Disk.kind(path.toString()) == Disk.FILE; }

  static boolean isSameFile(Object provider, Path path, Path other) throws IOException {
    if (path.equals(other)) return true;
    if (Disk.kind(path.toString()) == 0) throw failure(Disk.MISSING, path);
    if (Disk.kind(other.toString()) == 0) throw failure(Disk.MISSING, other);
    return Disk.absolute0(path.toString()).equals(Disk.absolute0(other.toString()));
  }

  static Path toRealPath(Path path, LinkOption[] options) throws IOException {
    if (Disk.kind(path.toString()) == 0) throw failure(Disk.MISSING, path);
    return path.getFileSystem().getPath(Disk.absolute0(path.toString()));
  }

  static void noLinks(Object provider, Path path, Path target) {
    Tests.unsupported0("a link between files");
  }

  static void noSymbolicLinks(Object provider, Path path, Path target, FileAttribute<?>[] attributes) {
    Tests.unsupported0("a link between files");
  }

  static Path readSymbolicLink(Object provider, Path path) throws IOException {
    if (Disk.kind(path.toString()) == 0) throw failure(Disk.MISSING, path);
    throw new NotLinkException(path.toString());
  }

  // Temporary files: the first names that are free, where the JDK takes random ones.

  static Path createTempFile(String prefix, String suffix, FileAttribute<?>[] attributes) throws IOException {
    return createTempFileIn(temporary(), prefix, suffix, attributes);
  }

  static Path createTempFileIn(Path directory, String prefix, String suffix, FileAttribute<?>[] attributes)
      throws IOException {
    noAttributes(attributes);
    String begin = prefix == null ? "" : prefix;
    String end = suffix == null ? ".tmp" : suffix;
    for (int number = 1; ; number++) {
      Path path = directory.resolve(begin + number + end);
      int status = DiskStreams.create(path.toString());
      if (status == 0) return path;
      if (status != Disk.EXISTS) throw failure(status, path);
    }
  }

  static Path createTempDirectory(String prefix, FileAttribute<?>[] attributes) throws IOException {
    return createTempDirectoryIn(temporary(), prefix, attributes);
  }

  static Path createTempDirectoryIn(Path directory, String prefix, FileAttribute<?>[] attributes)
      throws IOException {
    noAttributes(attributes);
    for (int number = 1; ; number++) {
      Path path = directory.resolve((prefix == null ? "" : prefix) + number);
      int status = Disk.make0(path.toString());
      if (status == 0) return path;
      if (status != Disk.EXISTS) throw failure(status, path);
    }
  }

  private static Path temporary() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }

  // Directories

  static DirectoryStream<Path> newDirectoryStream(
      Object provider, Path path, DirectoryStream.Filter<? super Path> filter) throws IOException {
    String[] names = Disk.list0(path.toString());
    if (names == null) {
      if (Disk.kind(path.toString()) == 0) throw failure(Disk.MISSING, path);
      throw new NotDirectoryException(path.toString());
    }
    return new Entries(path, names, filter);
  }

  /** What is in a directory when it is opened. */
  private static final class Entries implements DirectoryStream<Path>, Iterator<Path> {
    private final Path directory;
    private final String[] names;
    private final DirectoryStream.Filter<? super Path> filter;
    private int next;
    private boolean closed;
    private boolean taken;
    private Path found;

    Entries(Path directory, String[] names, DirectoryStream.Filter<? super Path> filter) {
      this.directory = directory;
      this.names = names;
      this.filter = filter;
    }

    @Override public Iterator<Path> iterator() {
      if (closed) throw new IllegalStateException("Directory stream is closed");
      if (taken) throw new IllegalStateException("Iterator already obtained");
      taken = true;
      return this;
    }

    @Override public boolean hasNext() {
      while (found == null && !closed && next < names.length) {
        Path entry = directory.resolve(names[next++]);
        try {
          if (filter == null || filter.accept(entry)) found = entry;
        } catch (IOException e) {
          throw new DirectoryIteratorException(e);
        }
      }
      return found != null;
    }

    @Override public Path next() {
      if (!hasNext()) throw new NoSuchElementException();
      Path entry = found;
      found = null;
      return entry;
    }

    @Override public void close() { closed = true; }
  }

  // Attributes

  static BasicFileAttributes readAttributes(Object provider, Path path, Class<?> type, LinkOption[] options)
      throws IOException {
    BasicFileAttributes attributes = readAttributesIfExists(provider, path, type, options);
    if (attributes == null) throw failure(Disk.MISSING, path);
    return attributes;
  }

  static BasicFileAttributes readAttributesIfExists(
      Object provider, Path path, Class<?> type, LinkOption[] options) {
    if (type != BasicFileAttributes.class) Tests.unsupported0("attributes of a file beyond the basic ones");
    long stat = Disk.stat0(path.toString());
    return stat == 0 ? null : new Attributes(Disk.kindOf(stat), Disk.sizeOf(stat));
  }

  static Object attributeView(Object provider, Path path, Object what, LinkOption[] options) {
    Tests.unsupported0("a view of the attributes of a file");
    return null;
  }

  static Object fileStore(Object provider, Path path) {
    Tests.unsupported0("the space of a disk");
    return null;
  }

  private static final class Attributes implements BasicFileAttributes {
    private final int kind;
    private final long size;

    Attributes(int kind, long size) {
      this.kind = kind;
      this.size = size;
    }

    @Override public FileTime lastModifiedTime() {
      Tests.unsupported0("when a file was last modified");
      return null;
    }

    @Override public FileTime lastAccessTime() {
      Tests.unsupported0("when a file was last used");
      return null;
    }

    @Override public FileTime creationTime() {
      Tests.unsupported0("when a file was made");
      return null;
    }

    @Override public boolean isRegularFile() { return kind == Disk.FILE; }

    @Override public boolean isDirectory() { return kind == Disk.DIRECTORY; }

    @Override public boolean isSymbolicLink() { return false; }

    @Override public boolean isOther() { return false; }

    @Override public long size() { return size; }

    @Override public Object fileKey() { return null; }
  }
}
