/** The clock is one for all threads: who slept longer has seen more of it pass. */
public class TwoSleepers {
    static volatile long start;
    static volatile boolean early;

    public static void main(String[] args) throws InterruptedException {
        start = System.nanoTime();
        Thread other = new Thread(() -> {
            try {
                Thread.sleep(30);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            early = System.nanoTime() - start < 30_000_000L;
        });
        other.start();
        Thread.sleep(10);
        assert System.nanoTime() - start >= 10_000_000L;
        other.join();
        assert !early;
    }
}
