//@ kind: assertion
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** A stack over an array whose nodes are used again: a top that is the same need not be the same stack (ABA). */
public class RecycledNode {
    static final AtomicIntegerArray NEXT = new AtomicIntegerArray(new int[] {1, 2, -1});
    static final AtomicInteger TOP = new AtomicInteger(0);

    static int pop() {
        for (;;) {
            int top = TOP.get();
            if (top < 0 || TOP.compareAndSet(top, NEXT.get(top))) {
                return top;
            }
        }
    }

    static void push(int node) {
        for (;;) {
            int top = TOP.get();
            NEXT.set(node, top);
            if (TOP.compareAndSet(top, node)) {
                return;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] kept = {-1};
        Thread one = new Thread(RecycledNode::pop);
        Thread other = new Thread(() -> {
            int first = pop();
            kept[0] = pop();
            push(first);
        });
        one.start();
        other.start();
        one.join();
        other.join();
        int left = pop();
        assert left < 0 || left != kept[0]; //~ assertion
    }
}
