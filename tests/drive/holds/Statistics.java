import java.util.concurrent.atomic.AtomicInteger;

/**
 * Repaired. Under a lock.
 */
public class Statistics {
  private final AtomicInteger sum = new AtomicInteger();
  private final AtomicInteger count = new AtomicInteger();

  public synchronized void add(int value) {
    sum.addAndGet(value);
    count.incrementAndGet();
  }

  public synchronized String mean() {
    int total = sum.get();
    int number = count.get();
    return number == 0 ? "none" : total + "/" + number;
  }
}
