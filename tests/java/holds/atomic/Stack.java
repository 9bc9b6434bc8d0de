import java.util.concurrent.atomic.AtomicReference;

/** Two pushes on a lock-free stack: both nodes are there in the end. */
public class Stack {
    static class Node {
        final int value;
        Node next;

        Node(int value) {
            this.value = value;
        }
    }

    static final AtomicReference<Node> TOP = new AtomicReference<>();

    static void push(int value) {
        Node node = new Node(value);
        do {
            node.next = TOP.get();
        } while (!TOP.compareAndSet(node.next, node));
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> push(1));
        other.start();
        push(2);
        other.join();
        Node top = TOP.get();
        assert top.value + top.next.value == 3;
        assert top.next.next == null;
    }
}
