/** Looking at the clock again and again, with time stamps that are kept, comes back to old states. */
public class PollForever {
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        long start = System.currentTimeMillis();
        Thread poller = new Thread(() -> {
            long last = System.nanoTime();
            while (!done) {
                long now = System.nanoTime();
                if (now - last > 50_000_000L) {
                    last = now;
                }
                Thread.onSpinWait();
            }
        });
        poller.start();
        Thread.sleep(100);
        done = true;
        poller.join();
        System.out.println("after " + (System.currentTimeMillis() - start) + " ms");
    }
}
