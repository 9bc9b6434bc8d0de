/**
 * Appending another buffer asks for its length and takes its letters in two steps; it may shrink in between.
 */
public class TextBuffer {
  private char[] letters = {'h', 'e', 'y'};
  private int length = 3;

  public synchronized int length() {
    return length;
  }

  public synchronized void setLength(int wanted) {
    if (wanted < 0 || wanted > letters.length) throw new IllegalArgumentException();
    length = wanted;
  }

  private synchronized void copyTo(char[] to, int count) {
    if (count > length) throw new StringIndexOutOfBoundsException(count);
    System.arraycopy(letters, 0, to, 0, count);
  }

  public int append(TextBuffer other) {
    int count = other.length();
    char[] more = new char[count];
    other.copyTo(more, count);
    synchronized (this) {
      char[] all = new char[length + count];
      System.arraycopy(letters, 0, all, 0, length);
      System.arraycopy(more, 0, all, length, count);
      letters = all;
      return length = all.length;
    }
  }
}
