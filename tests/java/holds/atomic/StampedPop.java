import java.util.concurrent.atomic.AtomicStampedReference;

/** A stamp tells a top that came back from one that never left (compare violated/atomic/Aba). */
public class StampedPop {
    static class Node {
        volatile Node next;
        volatile boolean popped;
    }

    static final Node A = new Node();
    static final Node B = new Node();
    static final AtomicStampedReference<Node> TOP = new AtomicStampedReference<>(null, 0);

    static Node pop() {
        int[] stamp = new int[1];
        while (true) {
            Node top = TOP.get(stamp);
            Node next = top.next;
            if (TOP.compareAndSet(top, next, stamp[0], stamp[0] + 1)) {
                top.popped = true;
                return top;
            }
        }
    }

    static void push(Node node) {
        int[] stamp = new int[1];
        while (true) {
            Node top = TOP.get(stamp);
            node.next = top;
            node.popped = false;
            if (TOP.compareAndSet(top, node, stamp[0], stamp[0] + 1)) {
                return;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Node c = new Node();
        push(c);
        push(B);
        push(A);
        Thread other = new Thread(StampedPop::pop);
        other.start();
        Node first = pop();
        pop();
        push(first);
        other.join();
        Node top = TOP.getReference();
        assert top == null || !top.popped;
    }
}
