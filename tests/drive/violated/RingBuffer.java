import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A buffer whose places are found by atomic counters, each of them right, but not together.
 */
public class RingBuffer {
  private final AtomicReferenceArray<String> items = new AtomicReferenceArray<>(2);
  private final AtomicInteger head = new AtomicInteger();
  private final AtomicInteger tail = new AtomicInteger();

  public boolean offer(String item) {
    if (tail.get() - head.get() == items.length()) return false;
    items.set(tail.getAndIncrement() % items.length(), item);
    return true;
  }

  public String poll() {
    if (head.get() == tail.get()) return null;
    return items.getAndSet(head.getAndIncrement() % items.length(), null);
  }
}
