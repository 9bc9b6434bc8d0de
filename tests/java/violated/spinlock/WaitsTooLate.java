//@ kind: non-termination
import java.util.concurrent.atomic.AtomicReference;

/** A node is linked before it is said to wait: being let go may come too early. */
public class WaitsTooLate {
    static class Node {
        volatile boolean waits;
        volatile Node next;
    }

    static final AtomicReference<Node> tail = new AtomicReference<>();
    static final ThreadLocal<Node> own = ThreadLocal.withInitial(Node::new);

    static void lock() {
        Node node = own.get();
        Node before = tail.getAndSet(node);
        if (before == null) return;
        before.next = node;
        node.waits = true;
        while (node.waits) Thread.onSpinWait(); //~ non-termination
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
        unlock();
    }

    public static void main(String[] args) throws Exception {
        Thread one = new Thread(WaitsTooLate::run, "one");
        Thread two = new Thread(WaitsTooLate::run, "two");
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
