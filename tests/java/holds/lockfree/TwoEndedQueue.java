import java.util.concurrent.atomic.AtomicReference;

/** Michael and Scott's queue: each thread helps a slow one on. */
public class TwoEndedQueue {
    static class Node {
        final int value;
        final AtomicReference<Node> next = new AtomicReference<>();

        Node(int value) {
            this.value = value;
        }
    }

    static final Node FIRST = new Node(0);
    static final AtomicReference<Node> head = new AtomicReference<>(FIRST);
    static final AtomicReference<Node> tail = new AtomicReference<>(FIRST);

    static void put(int value) {
        Node node = new Node(value);
        while (true) {
            Node last = tail.get();
            Node next = last.next.get();
            if (last != tail.get()) continue;
            if (next != null) {
                tail.compareAndSet(last, next);
            } else if (last.next.compareAndSet(null, node)) {
                tail.compareAndSet(last, node);
                return;
            }
        }
    }

    /** The oldest value, or 0. */
    static int take() {
        while (true) {
            Node first = head.get();
            Node last = tail.get();
            Node next = first.next.get();
            if (first != head.get()) continue;
            if (first == last) {
                if (next == null) return 0;
                tail.compareAndSet(last, next);
            } else if (head.compareAndSet(first, next)) {
                return next.value;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        int[] taken = new int[1];
        Thread putter = new Thread(() -> {
            put(1);
            put(2);
        });
        Thread taker = new Thread(() -> taken[0] = take());
        putter.start();
        taker.start();
        putter.join();
        taker.join();
        assert taken[0] == 0 || taken[0] == 1;
        assert take() == taken[0] + 1;
    }
}
