/** A loop that waits for a moment by looking at the clock comes to its end. */
public class BusyToDeadline {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> x = 1);
        other.start();
        long deadline = System.nanoTime() + 5_000_000L;
        while (System.nanoTime() < deadline) {}
        long start = System.currentTimeMillis();
        while (System.currentTimeMillis() - start <= 20) {
            Thread.onSpinWait();
        }
        other.join();
    }
}
