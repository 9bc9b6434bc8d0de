package heddle.runtime;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Formatter;
import java.util.Locale;
import java.util.Objects;

/**
 * What {@code System.out} and {@code System.err} are while Heddle runs a program. Printing encodes
 * nothing: it hands the text to the machine, which keeps it for the report. It locks the stream, as
 * that of the JDK does, where somebody else could notice: because another thread locks it by itself,
 * or because code of the program runs while it is locked.
 */
public final class Console extends PrintStream {
  private final boolean error;

  private Console(boolean error) {
    super(OutputStream.nullOutputStream());
    this.error = error;
  }

  /** Of {@code PrintStream} since JDK 18: who wraps a writer around the stream asks for it. */
  public Charset charset() { return Charset.defaultCharset(); }

  static native void print0(boolean error, String text);

  /** Whether somebody could notice that printing locks this stream. */
  private native boolean locks0();

  /** From now on everybody could: what is formatted may be an object with methods of the program. */
  static native void notice0();

  /** The same, if other threads could change the array meanwhile. */
  private static native void reads0(Object array);

  @Override public void print(String s) {
    String text = String.valueOf(s);
    if (locks0()) {
      synchronized (this) {
        print0(error, text);
      }
    } else {
      print0(error, text);
    }
  }

  /** Characters are read while the stream is locked. */
  private void print(char[] s, String end) {
    reads0(Objects.requireNonNull(s));
    if (locks0()) {
      synchronized (this) {
        print0(error, String.valueOf(s) + end);
      }
    } else {
      print0(error, String.valueOf(s) + end);
    }
  }

  @Override public void print(Object o) { print(String.valueOf(o)); }
  @Override public void print(boolean b) { print(String.valueOf(b)); }
  @Override public void print(char c) { print(String.valueOf(c)); }
  @Override public void print(int i) { print(String.valueOf(i)); }
  @Override public void print(long l) { print(String.valueOf(l)); }
  @Override public void print(float f) { print(String.valueOf(f)); }
  @Override public void print(double d) { print(String.valueOf(d)); }
  @Override public void print(char[] s) { print(s, ""); }
  @Override public void println() { print("\n"); }
  @Override public void println(String s) { print(s + "\n"); }
  @Override public void println(Object o) { print(o + "\n"); }
  @Override public void println(boolean b) { print(b + "\n"); }
  @Override public void println(char c) { print(c + "\n"); }
  @Override public void println(int i) { print(i + "\n"); }
  @Override public void println(long l) { print(l + "\n"); }
  @Override public void println(float f) { print(f + "\n"); }
  @Override public void println(double d) { print(d + "\n"); }
  @Override public void println(char[] s) { print(s, "\n"); }
  @Override public PrintStream printf(String form, Object... arguments) { return format(form, arguments); }
  @Override public PrintStream printf(Locale locale, String form, Object... arguments) {
    return format(locale, form, arguments);
  }
  @Override public PrintStream format(String form, Object... arguments) {
    return format(Locale.getDefault(Locale.Category.FORMAT), form, arguments);
  }

  /** Formats while the stream is locked: {@code toString} and {@code formatTo} of the arguments run then. */
  @Override public PrintStream format(Locale locale, String form, Object... arguments) {
    if (!arePlain(arguments)) notice0();
    if (locks0()) {
      synchronized (this) {
        new Formatter((Appendable) this, locale).format(locale, form, arguments);
      }
    } else {
      print0(error, String.format(locale, form, arguments));
    }
    return this;
  }

  /** Whether formatting these runs no code but that of the library, and reads nothing that changes. */
  static boolean arePlain(Object[] values) {
    if (values == null) return true;
    for (Object value : values) {
      boolean plain = value == null || value instanceof String || value instanceof Integer
          || value instanceof Long || value instanceof Double || value instanceof Boolean
          || value instanceof Character || value instanceof Short || value instanceof Byte
          || value instanceof Float;
      if (!plain) return false;
    }
    return true;
  }

  @Override public PrintStream append(CharSequence s) {
    print(String.valueOf(s));
    return this;
  }
  @Override public PrintStream append(CharSequence s, int start, int end) {
    return append(String.valueOf(s).subSequence(start, end));
  }
  @Override public PrintStream append(char c) {
    print(c);
    return this;
  }
  @Override public void write(int b) { print((char) (b & 0xff)); }
  @Override public void write(byte[] bytes) { write(bytes, 0, bytes.length); }
  @Override public void write(byte[] bytes, int offset, int length) {
    reads0(Objects.requireNonNull(bytes));
    // The JDK copies the bytes, which throws if there are too few.
    if ((offset | length | bytes.length - offset - length) < 0) {
      System.arraycopy(bytes, offset, new byte[Math.max(length, 0)], 0, length);
    }
    if (locks0()) {
      synchronized (this) {
        print0(error, new String(bytes, offset, length));
      }
    } else {
      print0(error, new String(bytes, offset, length));
    }
  }
  @Override public void writeBytes(byte[] bytes) { write(bytes, 0, bytes.length); }

  @Override public void flush() {
    if (locks0()) {
      synchronized (this) {
        // Everything is written already; but who flushes waits for the stream.
      }
    }
  }

  @Override public void close() { flush(); }

  @Override public boolean checkError() {
    flush();
    return false;
  }
}
