//@ configurations: 500
//@ many: SynchronizedProducerConsumer$Producer
/** Producers and consumers share a queue under its monitor (Yahav's sProdCons). */
public class SynchronizedProducerConsumer {
    static class Item {
        Item next;
        int value;

        Item(int value) {
            this.value = value;
        }
    }

    private Item head;
    private Item tail;

    synchronized void put(int value) {
        Item item = new Item(value);
        if (tail == null) {
            tail = item;
            head = item;
        } else {
            tail.next = item;
            tail = item;
        }
    }

    synchronized Item take() {
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
        private final SynchronizedProducerConsumer queue;

        Producer(SynchronizedProducerConsumer queue) {
            this.queue = queue;
        }

        @Override
        public void run() {
            queue.put(1);
        }
    }

    static class Consumer implements Runnable {
        private final SynchronizedProducerConsumer queue;

        Consumer(SynchronizedProducerConsumer queue) {
            this.queue = queue;
        }

        @Override
        public void run() {
            queue.take();
        }
    }

    public static void main(String[] args) {
        SynchronizedProducerConsumer queue = new SynchronizedProducerConsumer();
        for (int i = 0; i < 2; i++) {
            new Thread(new Producer(queue)).start();
            new Thread(new Consumer(queue)).start();
        }
    }
}
