//@ kind: race
/** A queue with a lock for each end (Yahav, figure 13). The next of the last item is read without its lock. */
public class TwoLockQueue {
    static class Item {
        Item next;
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
        private final TwoLockQueue queue;

        Putter(TwoLockQueue queue) {
            this.queue = queue;
        }

        @Override
        public void run() {
            queue.put(new Object());
        }
    }

    static class Taker extends Thread {
        private final TwoLockQueue queue;

        Taker(TwoLockQueue queue) {
            this.queue = queue;
        }

        @Override
        public void run() {
            queue.take();
        }
    }

    public static void main(String[] args) {
        TwoLockQueue queue = new TwoLockQueue();
        for (int i = 0; i < 2; i++) {
            new Putter(queue).start();
            new Taker(queue).start();
        }
    }
}
