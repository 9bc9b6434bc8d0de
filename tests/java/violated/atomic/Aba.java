//@ kind: assertion
import java.util.concurrent.atomic.AtomicReference;

/** A lock-free stack whose nodes are used again: the same top does not mean the same stack. */
public class Aba {
    static class Node {
        volatile Node next;
        volatile boolean popped;
    }

    static final AtomicReference<Node> TOP = new AtomicReference<>();

    static Node pop() {
        while (true) {
            Node top = TOP.get();
            Node next = top.next;
            if (TOP.compareAndSet(top, next)) {
                top.popped = true;
                return top;
            }
        }
    }

    static void push(Node node) {
        while (true) {
            Node top = TOP.get();
            node.next = top;
            node.popped = false;
            if (TOP.compareAndSet(top, node)) {
                return;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        push(new Node());
        push(new Node());
        push(new Node());
        Thread other = new Thread(Aba::pop);
        other.start();
        Node first = pop();
        pop();
        push(first);
        other.join();
        Node top = TOP.get();
        assert top == null || !top.popped; //~ assertion
    }
}
