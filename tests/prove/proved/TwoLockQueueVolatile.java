//@ configurations: 2000
/** A queue with a lock for each end (Michael and Scott 1996; Yahav's twoLockQ); next is volatile. */
public class TwoLockQueueVolatile {
    static class Item {
        volatile Item next;
        Object value;

        Item(Object value) {
            this.value = value;
        }
    }

    private Item head = new Item(null);
    private Item tail = head;
    private final Object headLock = new Object();
    private final Object tailLock = new Object();

    void put(Object value) {
        Item item = new Item(value);
        synchronized (tailLock) {
            tail.next = item;
            tail = item;
        }
    }

    Object take() {
        synchronized (headLock) {
            Object taken = null;
            Item first = head.next;
            if (first != null) {
                taken = first.value;
                head = first;
                head.value = null;
            }
            return taken;
        }
    }

    static class Putter extends Thread {
        private final TwoLockQueueVolatile queue;

        Putter(TwoLockQueueVolatile queue) {
            this.queue = queue;
        }

        @Override
        public void run() {
            queue.put(new Object());
        }
    }

    static class Taker extends Thread {
        private final TwoLockQueueVolatile queue;

        Taker(TwoLockQueueVolatile queue) {
            this.queue = queue;
        }

        @Override
        public void run() {
            queue.take();
        }
    }

    public static void main(String[] args) {
        TwoLockQueueVolatile queue = new TwoLockQueueVolatile();
        for (int i = 0; i < 2; i++) {
            new Putter(queue).start();
            new Taker(queue).start();
        }
    }
}
