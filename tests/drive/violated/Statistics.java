import java.util.concurrent.atomic.AtomicInteger;

/**
 * A mean from a sum and a count that are read one after the other.
 */
public class Statistics {
  private final AtomicInteger sum = new AtomicInteger();
  private final AtomicInteger count = new AtomicInteger();

  public void add(int value) {
    sum.addAndGet(value);
    count.incrementAndGet();
  }

  public String mean() {
    int total = sum.get();
    int number = count.get();
    return number == 0 ? "none" : total + "/" + number;
  }
}
