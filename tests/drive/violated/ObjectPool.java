import java.util.ArrayDeque;

/**
 * A pool that asks its factory for objects under its own lock, while the factory, which is closed under its own
 * lock, clears the pool: the two locks are taken in both orders.
 */
public class ObjectPool {
  private final Object pool = new Object();
  private final Object factory = new Object();
  private final ArrayDeque<String> idle = new ArrayDeque<>();
  private int made;
  private boolean closed;

  public String borrow() {
    synchronized (pool) {
      String found = idle.poll();
      return found != null ? found : make();
    }
  }

  private String make() {
    synchronized (factory) {
      return closed ? null : "object " + made++;
    }
  }

  public void giveBack(String object) {
    synchronized (pool) {
      idle.add(object);
    }
  }

  public void close() {
    synchronized (factory) {
      closed = true;
      synchronized (pool) {
        idle.clear();
      }
    }
  }
}
