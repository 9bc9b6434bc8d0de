//@ configurations: 200
/** A stack that is used under its monitor only (Yahav's sStack). */
public class SynchronizedStack {
    static class Node {
        Object value;
        Node next;
    }

    private Node top;

    synchronized void push(Object value) {
        Node node = new Node();
        node.value = value;
        node.next = top;
        top = node;
    }

    synchronized Object pop() {
        Node node = top;
        if (node == null) {
            return null;
        }
        top = node.next;
        return node.value;
    }

    static class Pusher extends Thread {
        private final SynchronizedStack stack;

        Pusher(SynchronizedStack stack) {
            this.stack = stack;
        }

        @Override
        public void run() {
            while (true) {
                stack.push(new Object());
            }
        }
    }

    static class Popper extends Thread {
        private final SynchronizedStack stack;

        Popper(SynchronizedStack stack) {
            this.stack = stack;
        }

        @Override
        public void run() {
            while (true) {
                stack.pop();
            }
        }
    }

    public static void main(String[] args) {
        SynchronizedStack stack = new SynchronizedStack();
        for (int i = 0; i < 2; i++) {
            new Pusher(stack).start();
            new Popper(stack).start();
        }
    }
}
