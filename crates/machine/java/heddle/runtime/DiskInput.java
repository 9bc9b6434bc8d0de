package heddle.runtime;

import java.io.InputStream;
import java.util.Objects;

/** What {@code System.in} is: what the user gave, or nothing. Who reads locks it, as in the JDK. */
final class DiskInput extends InputStream {
  @Override public synchronized int read() {
    byte[] bytes = Disk.read0(Disk.input, 1);
    return bytes.length == 0 ? -1 : bytes[0] & 0xff;
  }

  @Override public synchronized int read(byte[] target, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) return 0;
    byte[] bytes = Disk.read0(Disk.input, length);
    System.arraycopy(bytes, 0, target, offset, bytes.length);
    return bytes.length == 0 ? -1 : bytes.length;
  }

  @Override public synchronized int available() {
    return DiskStreams.available(Disk.input);
  }
}
