//@ kind: assertion
import java.util.concurrent.atomic.AtomicReference;

/** A popped node is pushed again while a slow pop still means the old stack. */
public class NodesUsedAgain {
    static class Node {
        volatile Node next;
    }

    static final AtomicReference<Node> top = new AtomicReference<>();

    static void push(Node node) {
        Node old;
        do {
            old = top.get();
            node.next = old;
        } while (!top.compareAndSet(old, node));
    }

    static Node pop() {
        Node old;
        Node next;
        do {
            old = top.get();
            if (old == null) return null;
            next = old.next;
        } while (!top.compareAndSet(old, next));
        return old;
    }

    public static void main(String[] args) throws Exception {
        Node lower = new Node();
        Node upper = new Node();
        push(lower);
        push(upper);
        Thread slow = new Thread(NodesUsedAgain::pop, "slow");
        Thread quick = new Thread(() -> {
            Node first = pop();
            Node second = pop();
            if (first == upper && second == lower) push(upper);
        }, "quick");
        slow.start();
        quick.start();
        slow.join();
        quick.join();
        assert top.get() != lower; //~ assertion
    }
}
