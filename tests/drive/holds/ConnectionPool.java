import java.util.concurrent.atomic.AtomicInteger;

/**
 * Repaired. Both are one step.
 */
public class ConnectionPool {
  private final int most;
  private final AtomicInteger open = new AtomicInteger();

  public ConnectionPool(int most) {
    this.most = most;
  }

  public boolean tryOpen() {
    return open.getAndUpdate(it -> it < most ? it + 1 : it) < most;
  }

  public void close() {
    open.updateAndGet(it -> it > 0 ? it - 1 : 0);
  }

  public int open() {
    return open.get();
  }
}
