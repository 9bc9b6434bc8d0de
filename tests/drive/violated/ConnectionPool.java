import java.util.concurrent.atomic.AtomicInteger;

/**
 * A pool that looks whether there is room and takes it in two steps: more connections than allowed are open.
 */
public class ConnectionPool {
  private final int most;
  private final AtomicInteger open = new AtomicInteger();

  public ConnectionPool(int most) {
    this.most = most;
  }

  public boolean tryOpen() {
    if (open.get() >= most) return false;
    open.incrementAndGet();
    return true;
  }

  public void close() {
    if (open.get() > 0) open.decrementAndGet();
  }

  public int open() {
    return open.get();
  }
}
