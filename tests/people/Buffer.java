public class Buffer {
    private final int[] items = new int[1];
    private int count;

    synchronized void put(int item) throws InterruptedException {
        while (count == items.length) wait();
        items[count++] = item;
        notify();
    }

    synchronized int take() throws InterruptedException {
        while (count == 0) wait();
        int item = items[--count];
        notify();
        return item;
    }

    static Thread thread(String name, java.util.concurrent.Callable<?> body) {
        Thread t = new Thread(() -> {
            try { body.call(); } catch (Exception e) { throw new RuntimeException(e); }
        }, name);
        t.start();
        return t;
    }

    public static void main(String[] args) throws Exception {
        Buffer buffer = new Buffer();
        thread("consumer-1", () -> buffer.take());
        thread("consumer-2", () -> buffer.take());
        thread("producer", () -> { buffer.put(1); buffer.put(2); return null; });
    }
}
//@ says: consumer-2 waits to be notified on Buffer#1, and so does producer
//@ says: wakes consumer-2 alone
//@ says: notifyAll() would have woken producer, too
