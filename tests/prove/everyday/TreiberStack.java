//@ open: too many configurations
import java.util.concurrent.atomic.AtomicReference;

/** Treiber's stack, as in Goetz's book. */
public class TreiberStack {
    static class Node {
        final String item;
        Node next;

        Node(String item) {
            this.item = item;
        }
    }

    private final AtomicReference<Node> top = new AtomicReference<>();

    void push(String item) {
        Node fresh = new Node(item);
        Node old;
        do {
            old = top.get();
            fresh.next = old;
        } while (!top.compareAndSet(old, fresh));
    }

    String pop() {
        Node old;
        Node next;
        do {
            old = top.get();
            if (old == null) {
                return null;
            }
            next = old.next;
        } while (!top.compareAndSet(old, next));
        return old.item;
    }

    public static void main(String[] args) {
        TreiberStack stack = new TreiberStack();
        for (int i = 0; i < 3; i++) {
            new Thread(() -> stack.push("a")).start();
            new Thread(stack::pop).start();
        }
    }
}
