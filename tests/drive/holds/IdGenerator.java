/**
 * Repaired. Under a lock.
 */
public class IdGenerator {
  private volatile int next;
  private volatile int end;

  public synchronized int nextId() {
    if (next == end) {
      end = next + 2;
    }
    int id = next;
    next = id + 1;
    return id;
  }
}
