package heddle.runtime;

import java.io.InputStream;

/** What {@code System.in} is: there is nothing to read. */
final class EmptyInput extends InputStream {
  @Override public int read() { return -1; }
  @Override public int read(byte[] bytes, int offset, int length) { return length == 0 ? 0 : -1; }
  @Override public int available() { return 0; }
}
