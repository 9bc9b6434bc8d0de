import java.util.Arrays;

/**
 * Repaired. Changes exclude each other.
 */
public class ListenerList {
  private volatile Runnable[] listeners = new Runnable[0];

  public synchronized void add(Runnable listener) {
    Runnable[] old = listeners;
    Runnable[] copy = Arrays.copyOf(old, old.length + 1);
    copy[old.length] = listener;
    listeners = copy;
  }

  public synchronized boolean remove(Runnable listener) {
    Runnable[] old = listeners;
    for (int index = 0; index < old.length; index++) {
      if (old[index] == listener) {
        Runnable[] copy = new Runnable[old.length - 1];
        System.arraycopy(old, 0, copy, 0, index);
        System.arraycopy(old, index + 1, copy, index, copy.length - index);
        listeners = copy;
        return true;
      }
    }
    return false;
  }

  public int fire() {
    int count = 0;
    for (Runnable listener : listeners) {
      listener.run();
      count++;
    }
    return count;
  }
}
