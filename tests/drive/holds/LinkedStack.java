import java.util.concurrent.atomic.AtomicReference;

/**
 * Repaired. It takes off what it has looked at, or tries again.
 */
public class LinkedStack {
  private record Node(String item, Node next) {}

  private final AtomicReference<Node> top = new AtomicReference<>();

  public void push(String item) {
    Node old;
    do {
      old = top.get();
    } while (!top.compareAndSet(old, new Node(item, old)));
  }

  public String pop() {
    while (true) {
      Node old = top.get();
      if (old == null) return null;
      if (top.compareAndSet(old, old.next())) return old.item();
    }
  }
}
