/** A producer, a consumer and approvers share a queue (Yahav's running example, figures 1 to 3). */
public class QueueExample {
    static class Item {
        Item next;
        Object value;

        Item(Object value) {
            this.value = value;
        }
    }

    private Item head;
    private Item tail;

    synchronized void put(Object value) {
        Item item = new Item(value);
        if (tail == null) {
            tail = item;
            head = item;
        } else {
            tail.next = item;
            tail = item;
        }
        notify();
    }

    synchronized Object take() throws InterruptedException {
        while (head == null) {
            wait();
        }
        Item first = head;
        Item rest = first.next;
        first.next = null;
        first.value = null;
        head = rest;
        if (rest == null) {
            tail = null;
        }
        return first.value;
    }

    synchronized void approveHead() {
        if (head != null) {
            head.value = new Object();
        }
    }

    static class Producer implements Runnable {
        private final QueueExample queue;

        Producer(QueueExample queue) {
            this.queue = queue;
        }

        @Override
        public void run() {
            queue.put(new Object());
        }
    }

    static class Consumer implements Runnable {
        private final QueueExample queue;

        Consumer(QueueExample queue) {
            this.queue = queue;
        }

        @Override
        public void run() {
            try {
                queue.take();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    static class Approver implements Runnable {
        private final QueueExample queue;

        Approver(QueueExample queue) {
            this.queue = queue;
        }

        @Override
        public void run() {
            queue.approveHead();
        }
    }

    public static void main(String[] args) {
        QueueExample queue = new QueueExample();
        Thread producer = new Thread(new Producer(queue));
        Thread consumer = new Thread(new Consumer(queue));
        for (int i = 0; i < 3; i++) {
            new Thread(new Approver(queue)).start();
        }
        producer.start();
        consumer.start();
    }
}
