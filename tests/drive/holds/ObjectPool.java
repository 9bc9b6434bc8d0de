import java.util.ArrayDeque;

/**
 * Repaired. The pool is cleared first, and both locks are taken in one order.
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
    synchronized (pool) {
      idle.clear();
      synchronized (factory) {
        closed = true;
      }
    }
  }
}
