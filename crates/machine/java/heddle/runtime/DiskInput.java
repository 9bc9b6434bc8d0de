package heddle.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** What {@code System.in} is: what the user gave, or nothing. Who reads locks it, as in the JDK. */
final class DiskInput extends InputStream {
  private volatile boolean closed;

  private void checkOpen() throws IOException {
    if (closed) throw new IOException("Stream closed");
  }

  @Override public void close() { closed = true; }

  @Override public synchronized int read() throws IOException {
    checkOpen();
    byte[] bytes = Disk.read0(Disk.input, 1);
    return bytes.length == 0 ? -1 : bytes[0] & 0xff;
  }

  @Override public synchronized int read(byte[] target, int offset, int length)
      throws IOException {
    checkOpen();
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) return 0;
    byte[] bytes = Disk.read0(Disk.input, length);
    System.arraycopy(bytes, 0, target, offset, bytes.length);
    return bytes.length == 0 ? -1 : bytes.length;
  }

  @Override public synchronized int available() throws IOException {
    checkOpen();
    return DiskStreams.available(Disk.input);
  }
}
