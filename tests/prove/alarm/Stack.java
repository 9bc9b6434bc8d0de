//@ kind: race
/** A stack without any monitor, used by several threads (Yahav's stack). */
public class Stack {
    static class Node {
        Object value;
        Node next;
    }

    private Node top;

    void push(Object value) {
        Node node = new Node();
        node.value = value;
        node.next = top;
        top = node;
    }

    Object pop() {
        Node node = top;
        if (node == null) {
            return null;
        }
        top = node.next;
        return node.value;
    }

    static class Pusher extends Thread {
        private final Stack stack;

        Pusher(Stack stack) {
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
        private final Stack stack;

        Popper(Stack stack) {
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
        Stack stack = new Stack();
        for (int i = 0; i < 2; i++) {
            new Pusher(stack).start();
            new Popper(stack).start();
        }
    }
}
