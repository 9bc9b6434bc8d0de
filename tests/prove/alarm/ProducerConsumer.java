//@ kind: race
/** Producers and consumers share a queue without monitors (Yahav's prodCons). */
public class ProducerConsumer {
    static class Item {
        Item next;
        int value;

        Item(int value) {
            this.value = value;
        }
    }

    private Item head;
    private Item tail;

    void put(int value) {
        Item item = new Item(value);
        if (tail == null) {
            tail = item;
            head = item;
        } else {
            tail.next = item;
            tail = item;
        }
    }

    Item take() {
        if (head == null) {
            return null;
        }
        Item newHead = head.next;
        Item taken = head;
        taken.next = null;
        head = newHead;
        if (newHead == null) {
            tail = null;
        }
        return taken;
    }

    static class Producer implements Runnable {
        private final ProducerConsumer queue;

        Producer(ProducerConsumer queue) {
            this.queue = queue;
        }

        @Override
        public void run() {
            queue.put(1);
        }
    }

    static class Consumer implements Runnable {
        private final ProducerConsumer queue;

        Consumer(ProducerConsumer queue) {
            this.queue = queue;
        }

        @Override
        public void run() {
            queue.take();
        }
    }

    public static void main(String[] args) {
        ProducerConsumer queue = new ProducerConsumer();
        for (int i = 0; i < 2; i++) {
            new Thread(new Producer(queue)).start();
            new Thread(new Consumer(queue)).start();
        }
    }
}
