import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Repaired. Both methods hold the lock.
 */
public class RingBuffer {
  private final AtomicReferenceArray<String> items = new AtomicReferenceArray<>(2);
  private final AtomicInteger head = new AtomicInteger();
  private final AtomicInteger tail = new AtomicInteger();

  public synchronized boolean offer(String item) {
    if (tail.get() - head.get() == items.length()) return false;
    items.set(tail.getAndIncrement() % items.length(), item);
    return true;
  }

  public synchronized String poll() {
    if (head.get() == tail.get()) return null;
    return items.getAndSet(head.getAndIncrement() % items.length(), null);
  }
}
