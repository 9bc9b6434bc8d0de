/**
 * Repaired. One lock serves all buffers, so that two of them are looked at in one step.
 */
public class TextBuffer {
  private static final Object LOCK = new Object();
  private char[] letters = {'h', 'e', 'y'};
  private int length = 3;

  public int length() {
    synchronized (LOCK) {
      return length;
    }
  }

  public void setLength(int wanted) {
    synchronized (LOCK) {
      if (wanted < 0 || wanted > letters.length) throw new IllegalArgumentException();
      length = wanted;
    }
  }

  public int append(TextBuffer other) {
    synchronized (LOCK) {
      int count = other.length;
      char[] all = new char[length + count];
      System.arraycopy(letters, 0, all, 0, length);
      System.arraycopy(other.letters, 0, all, length, count);
      letters = all;
      return length = all.length;
    }
  }
}
