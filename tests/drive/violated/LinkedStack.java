import java.util.concurrent.atomic.AtomicReference;

/**
 * A stack whose push is right and whose pop looks at the top and takes it off in two steps.
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
    Node old = top.get();
    if (old == null) return null;
    top.set(old.next());
    return old.item();
  }
}
