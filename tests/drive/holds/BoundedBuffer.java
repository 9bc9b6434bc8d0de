import java.util.ArrayDeque;

/** Who puts and who takes wait on one monitor, and all are woken. */
public class BoundedBuffer {
  private final ArrayDeque<String> items = new ArrayDeque<>();
  private final int capacity;

  public BoundedBuffer(int capacity) {
    if (capacity < 1) throw new IllegalArgumentException("capacity " + capacity);
    this.capacity = capacity;
  }

  public synchronized void put(String item) throws InterruptedException {
    while (items.size() == capacity) wait();
    items.add(item);
    notifyAll();
  }

  public synchronized String take() throws InterruptedException {
    while (items.isEmpty()) wait();
    String item = items.remove();
    notifyAll();
    return item;
  }
}
