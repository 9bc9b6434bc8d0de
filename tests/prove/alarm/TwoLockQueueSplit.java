//@ kind: race
/** As TwoLockQueueVolatile, but the last item is written before its lock is taken. */
public class TwoLockQueueSplit {
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
        tail.next = item;
        synchronized (tailLock) {
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
        private final TwoLockQueueSplit queue;

        Putter(TwoLockQueueSplit queue) {
            this.queue = queue;
        }

        @Override
        public void run() {
            queue.put(new Object());
        }
    }

    static class Taker extends Thread {
        private final TwoLockQueueSplit queue;

        Taker(TwoLockQueueSplit queue) {
            this.queue = queue;
        }

        @Override
        public void run() {
            queue.take();
        }
    }

    public static void main(String[] args) {
        TwoLockQueueSplit queue = new TwoLockQueueSplit();
        for (int i = 0; i < 2; i++) {
            new Putter(queue).start();
            new Taker(queue).start();
        }
    }
}
