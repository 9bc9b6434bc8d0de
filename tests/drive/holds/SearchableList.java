import java.util.ArrayList;

/**
 * Repaired. The end is asked for under the lock.
 */
public class SearchableList {
  private final ArrayList<String> items = new ArrayList<>();

  public synchronized void add(String item) {
    items.add(item);
  }

  public synchronized void clear() {
    items.clear();
  }

  public synchronized int size() {
    return items.size();
  }

  public synchronized int lastIndexOf(String item) {
    return lastIndexOf(item, size() - 1);
  }

  private synchronized int lastIndexOf(String item, int from) {
    for (int index = from; index >= 0; index--) {
      if (items.get(index).equals(item)) return index;
    }
    return -1;
  }
}
