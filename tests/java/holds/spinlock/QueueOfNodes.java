import java.util.concurrent.atomic.AtomicReference;

/** The lock of Mellor-Crummey and Scott: each thread spins on a node of its own. */
public class QueueOfNodes {
    static class Node {
        volatile boolean waits;
        volatile Node next;
    }

    static final AtomicReference<Node> tail = new AtomicReference<>();
    static final ThreadLocal<Node> own = ThreadLocal.withInitial(Node::new);
    static int count;

    static void lock() {
        Node node = own.get();
        Node before = tail.getAndSet(node);
        if (before == null) return;
        node.waits = true;
        before.next = node;
        while (node.waits) Thread.onSpinWait();
    }

    static void unlock() {
        Node node = own.get();
        if (node.next == null) {
            if (tail.compareAndSet(node, null)) return;
            while (node.next == null) Thread.onSpinWait();
        }
        node.next.waits = false;
        node.next = null;
    }

    static void run() {
        lock();
        count++;
        unlock();
    }

    public static void main(String[] args) throws Exception {
        Thread one = new Thread(QueueOfNodes::run);
        Thread two = new Thread(QueueOfNodes::run);
        one.start();
        two.start();
        one.join();
        two.join();
        assert count == 2;
    }
}
