package heddle.runtime;

import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** A channel of a file. One that is interruptible closes when an interrupted thread uses it. */
final class DiskChannel extends FileChannel {
  private final Disk.Open open;
  private final int flags;
  private final boolean interruptible;
  /** What to close with the channel: a stream, or the name of a file that goes with it. */
  private final Closeable parent;

  DiskChannel(Disk.Open open, int flags, boolean interruptible, Closeable parent) {
    this.open = open;
    this.flags = flags;
    this.interruptible = interruptible;
    this.parent = parent;
  }

  static boolean has(Disk.Open open, int flag) {
    return (open.flags & flag) != 0;
  }

  // What stands for FileChannelImpl.open, which streams call; it has one more argument since JDK 20.

  static FileChannel ofStream(
      FileDescriptor descriptor, String path, boolean reads, boolean writes, boolean direct, Object parent)
      throws IOException {
    Disk.Open open = Disk.of(descriptor);
    int flags = (reads ? Disk.READ : 0) | (writes ? Disk.WRITE : 0);
    return new DiskChannel(open, flags, true, (Closeable) parent);
  }

  static FileChannel ofNewStream(
      FileDescriptor descriptor, String path, boolean reads, boolean writes, boolean sync, boolean direct,
      Closeable parent)
      throws IOException {
    return ofStream(descriptor, path, reads, writes, direct, parent);
  }

  private void use(int flag) throws IOException {
    if (!isOpen()) throw new ClosedChannelException();
    if (flag == Disk.READ && (flags & flag) == 0) throw new NonReadableChannelException();
    if (flag == Disk.WRITE && (flags & flag) == 0) throw new NonWritableChannelException();
    if (interruptible && Thread.currentThread().isInterrupted()) {
      close();
      throw new ClosedByInterruptException();
    }
  }

  private static int put(byte[] bytes, ByteBuffer target) {
    target.put(bytes);
    return bytes.length == 0 ? -1 : bytes.length;
  }

  private static byte[] take(ByteBuffer source) {
    byte[] bytes = new byte[source.remaining()];
    source.get(bytes);
    return bytes;
  }

  @Override public int read(ByteBuffer target) throws IOException {
    use(Disk.READ);
    return target.hasRemaining() ? put(Disk.read0(open, target.remaining()), target) : 0;
  }

  @Override public int read(ByteBuffer target, long position) throws IOException {
    if (position < 0) throw new IllegalArgumentException("Negative position");
    use(Disk.READ);
    if (!target.hasRemaining()) return 0;
    return put(Disk.readAt0(open, position, target.remaining()), target);
  }

  @Override public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
    java.util.Objects.checkFromIndexSize(offset, length, targets.length);
    long total = 0;
    for (int i = offset; i < offset + length; i++) {
      int count = read(targets[i]);
      if (count < 0) return total == 0 ? -1 : total;
      total += count;
      if (targets[i].hasRemaining()) break;
    }
    return total;
  }

  @Override public int write(ByteBuffer source) throws IOException {
    use(Disk.WRITE);
    byte[] bytes = take(source);
    if (bytes.length > 0) Disk.write0(open, bytes);
    return bytes.length;
  }

  @Override public int write(ByteBuffer source, long position) throws IOException {
    if (position < 0) throw new IllegalArgumentException("Negative position");
    use(Disk.WRITE);
    byte[] bytes = take(source);
    if (bytes.length > 0) Disk.writeAt0(open, position, bytes);
    return bytes.length;
  }

  @Override public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
    java.util.Objects.checkFromIndexSize(offset, length, sources.length);
    long total = 0;
    for (int i = offset; i < offset + length; i++) total += write(sources[i]);
    return total;
  }

  @Override public long position() throws IOException {
    use(0);
    return Disk.position0(open);
  }

  @Override public FileChannel position(long position) throws IOException {
    if (position < 0) throw new IllegalArgumentException();
    use(0);
    Disk.seek0(open, position);
    return this;
  }

  @Override public long size() throws IOException {
    use(0);
    return Disk.length0(open);
  }

  @Override public FileChannel truncate(long size) throws IOException {
    if (size < 0) throw new IllegalArgumentException("Negative size");
    use(Disk.WRITE);
    if (size < Disk.length0(open)) Disk.setLength0(open, size);
    if (Disk.position0(open) > size) Disk.seek0(open, size);
    return this;
  }

  @Override public void force(boolean metadata) throws IOException {
    use(0);
  }

  @Override public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
    if (position < 0 || count < 0) throw new IllegalArgumentException();
    use(Disk.READ);
    byte[] bytes = Disk.readAt0(open, position, (int) Math.min(count, Integer.MAX_VALUE));
    return bytes.length == 0 ? 0 : target.write(ByteBuffer.wrap(bytes));
  }

  @Override public long transferFrom(ReadableByteChannel source, long position, long count) throws IOException {
    if (position < 0 || count < 0) throw new IllegalArgumentException();
    use(Disk.WRITE);
    if (position > Disk.length0(open)) return 0;
    ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(count, 8192));
    long total = 0;
    while (total < count) {
      buffer.clear().limit((int) Math.min(count - total, 8192));
      if (source.read(buffer) <= 0) break;
      buffer.flip();
      total += write(buffer, position + total);
    }
    return total;
  }

  @Override public MappedByteBuffer map(MapMode mode, long position, long size) {
    Tests.unsupported0("a file that is mapped into memory");
    return null;
  }

  @Override public FileLock lock(long position, long size, boolean shared) {
    Tests.unsupported0("a lock of a file");
    return null;
  }

  @Override public FileLock tryLock(long position, long size, boolean shared) {
    return lock(position, size, shared);
  }

  @Override protected void implCloseChannel() throws IOException {
    if (parent != null) parent.close();
  }
}
