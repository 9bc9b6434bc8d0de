//@ kind: race
/** As QueueExample, but put takes no monitor (Yahav, example 5.1). */
public class QueueTorn {
    static class Item {
        Item next;
        int value;

        boolean isApproved;

        void approve() {
            isApproved = true;
        }

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

    synchronized void approveHead() {
        if (head != null) {
            head.approve();
        }
    }

    static class Producer implements Runnable {
        private final QueueTorn queue;

        Producer(QueueTorn queue) {
            this.queue = queue;
        }

        @Override
        public void run() {
            queue.put(1);
        }
    }

    static class Consumer implements Runnable {
        private final QueueTorn queue;

        Consumer(QueueTorn queue) {
            this.queue = queue;
        }

        @Override
        public void run() {
            queue.take();
        }
    }

    static class Approver implements Runnable {
        private final QueueTorn queue;

        Approver(QueueTorn queue) {
            this.queue = queue;
        }

        @Override
        public void run() {
            queue.approveHead();
        }
    }

    public static void main(String[] args) {
        QueueTorn queue = new QueueTorn();
        Thread producer = new Thread(new Producer(queue));
        Thread consumer = new Thread(new Consumer(queue));
        for (int i = 0; i < 3; i++) {
            new Thread(new Approver(queue)).start();
        }
        producer.start();
        consumer.start();
    }
}
