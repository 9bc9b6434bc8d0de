/** A producer and a consumer pass two items through one slot. */
public class OneSlotBuffer {
    private boolean full;
    private int item;

    synchronized void put(int value) throws InterruptedException {
        while (full) {
            wait();
        }
        item = value;
        full = true;
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        while (!full) {
            wait();
        }
        full = false;
        notifyAll();
        return item;
    }

    public static void main(String[] args) throws InterruptedException {
        final OneSlotBuffer buffer = new OneSlotBuffer();
        Thread producer = new Thread() {
            @Override
            public void run() {
                try {
                    buffer.put(1);
                    buffer.put(2);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
        producer.start();
        int first = buffer.take();
        int second = buffer.take();
        assert first == 1 && second == 2;
        producer.join();
    }
}
