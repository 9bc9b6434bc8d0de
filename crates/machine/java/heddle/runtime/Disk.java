package heddle.runtime;

import java.io.FileDescriptor;
import java.io.FileNotFoundException;
import java.io.IOException;

/**
 * The files of the checked program: a tree that begins with what the user maps in and is part of the
 * state like any other object. Each native below is one operation of the disk as a whole, so other
 * threads see a file before or after it and never in between, as on a system whose calls lock the
 * file. Only natives touch what can change.
 */
final class Disk {
  private Disk() {}

  /** Absolute names of files and directories, sorted. */
  static String[] paths;

  /** What is there. */
  static Node[] nodes;

  /** The standard input. */
  static Open input;

  /** A file, or a directory, which has no content. */
  static final class Node {
    byte[] content;
    int mode;
  }

  /** A file in use: it stays one when its name is gone. */
  static final class Open {
    Node node;
    long position;
    int flags;
  }

  static final int READ = 1;
  static final int WRITE = 2;
  static final int APPEND = 4;
  static final int TRUNCATE = 8;
  static final int CREATE = 16;
  static final int EXCLUSIVE = 32;

  static final int MISSING = 1;
  static final int EXISTS = 2;
  static final int NOT_DIRECTORY = 3;
  static final int IS_DIRECTORY = 4;
  static final int DENIED = 5;
  static final int NOT_EMPTY = 6;
  static final int INVALID = 7;

  static final int FILE = 1;
  static final int DIRECTORY = 2;

  /** What the system says of a failure. */
  static String message(int status) {
    switch (status) {
      case MISSING: return "No such file or directory";
      case EXISTS: return "File exists";
      case NOT_DIRECTORY: return "Not a directory";
      case IS_DIRECTORY: return "Is a directory";
      case DENIED: return "Permission denied";
      case NOT_EMPTY: return "Directory not empty";
      default: return "Invalid argument";
    }
  }

  /** Opens a file for {@code java.io}. */
  static void open(FileDescriptor descriptor, String name, int flags) throws FileNotFoundException {
    Open open = new Open();
    int status = name.isEmpty() ? MISSING : open0(open, name, flags);
    if (status != 0) throw new FileNotFoundException(name + " (" + message(status) + ")");
    attach0(descriptor, open);
  }

  /** What a descriptor stands for. */
  static Open of(FileDescriptor descriptor) throws IOException {
    Open open = of0(descriptor);
    if (open == null && number0(descriptor) == 0) return input;
    if (open == null) throw new IOException("Stream Closed");
    return open;
  }

  /** Opens a file; 0 or why not. */
  static native int open0(Open open, String name, int flags);

  /** What is there: 0, FILE or DIRECTORY. */
  static int kind(String name) {
    return kindOf(stat0(name));
  }

  static int kindOf(long stat) {
    return (int) (stat & 3);
  }

  static long sizeOf(long stat) {
    return stat >> 2;
  }

  /** What is there, and four times its size. */
  static native long stat0(String name);

  /** The permissions of what is there (4 read, 2 write, 1 execute), or -1. */
  static native int mode0(String name);

  /** Sets or clears permissions; 0 or why not. */
  static native int change0(String name, int mask, boolean on);

  /** The names in a directory, sorted, or null. */
  static native String[] list0(String name);

  /** Makes a directory; 0 or why not. */
  static native int make0(String name);

  /** Removes a file or an empty directory; 0 or why not. */
  static native int delete0(String name);

  /** Moves a file or directory; 0 or why not. */
  static native int move0(String from, String to, boolean replace);

  /** The name without `.` and `..`. */
  static native String absolute0(String name);

  /** Up to so many bytes from the position on, which moves; none at the end. */
  static native byte[] read0(Open open, int count);

  /** Up to so many bytes from there on; none at the end. */
  static native byte[] readAt0(Open open, long position, int count);

  /** Writes at the position, which moves, or at the end if the file was opened so. */
  static native void write0(Open open, byte[] bytes);

  /** Writes there. */
  static native void writeAt0(Open open, long position, byte[] bytes);

  static native long length0(Open open);

  static native void setLength0(Open open, long length);

  static native long position0(Open open);

  static native void seek0(Open open, long position);

  static native Open of0(FileDescriptor descriptor);

  static native int number0(FileDescriptor descriptor);

  static native void attach0(FileDescriptor descriptor, Open open);
}
