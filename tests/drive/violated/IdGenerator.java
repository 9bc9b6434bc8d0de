/**
 * Numbers from blocks: the last of a block is given out, and the next block begun, in separate steps.
 */
public class IdGenerator {
  private volatile int next;
  private volatile int end;

  public int nextId() {
    if (next == end) {
      end = next + 2;
    }
    int id = next;
    next = id + 1;
    return id;
  }
}
