import java.util.concurrent.atomic.AtomicInteger;

/** The greatest value, by compare-and-set. */
public class Maximum {
    private final AtomicInteger max = new AtomicInteger(Integer.MIN_VALUE);

    void offer(int value) {
        int seen = max.get();
        while (value > seen && !max.compareAndSet(seen, value)) {
            seen = max.get();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Maximum maximum = new Maximum();
        Thread[] threads = new Thread[5];
        for (int i = 0; i < 5; i++) {
            int value = i * 7 % 5;
            threads[i] = new Thread(() -> maximum.offer(value));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(maximum.max.get());
    }
}
